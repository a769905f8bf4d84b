// What `wirelab play` has for the reader of the address that it printed, whose secret goes along in a header.

/** The recording that the program was started with. */
export const recording = async (token) => {
  const response = await fetch("local/recording", { headers: { authorization: `Bearer ${token}` }, cache: "no-store" });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return new File([await response.blob()], decodeURIComponent(response.headers.get("wirelab-name")));
};
