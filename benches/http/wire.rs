//! A connection on which one request follows another.

use std::io;
use std::net::SocketAddr;

use memchr::memmem;
use tokio::net::TcpStream;

/// How much is read at once.
const CHUNK: usize = 16 << 10;

/// The connection, and what has come of it and is not read yet.
pub(crate) struct Wire {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer: its status, its headers, and its body without the frames of chunks.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: Vec<u8>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// What a header says; the servers that take part write their names in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }
}

fn header<'a>(head: &'a [u8], name: &str) -> Option<&'a str> {
    let lines = head.split(|byte| *byte == b'\n').filter_map(|line| str::from_utf8(line).ok());
    let mut lines = lines.filter_map(|line| line.split_once(':'));
    lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

impl Wire {
    pub(crate) async fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    pub(crate) async fn send(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.stream.try_write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.stream.writable().await?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits for more.
    async fn more(&mut self) -> io::Result<()> {
        let length = self.buffer.len();
        loop {
            self.stream.readable().await?;
            self.buffer.resize(length + CHUNK, 0);
            let read = self.stream.try_read(&mut self.buffer[length..]);
            self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(_) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes what comes before `end`, without it.
    async fn until(&mut self, end: &[u8]) -> io::Result<Vec<u8>> {
        loop {
            if let Some(at) = memmem::find(&self.buffer, end) {
                let mut taken: Vec<_> = self.buffer.drain(..at + end.len()).collect();
                taken.truncate(at);
                return Ok(taken);
            }
            self.more().await?;
        }
    }

    async fn exactly(&mut self, length: usize, into: &mut Vec<u8>) -> io::Result<()> {
        while self.buffer.len() < length {
            self.more().await?;
        }
        into.extend(self.buffer.drain(..length));
        Ok(())
    }

    /// The status and the headers of an answer.
    pub(crate) async fn head(&mut self) -> io::Result<(u16, Vec<u8>)> {
        let head = self.until(b"\r\n\r\n").await?;
        let status = head.get(9..12).and_then(|digits| str::from_utf8(digits).ok()?.parse().ok());
        Ok((status.ok_or(io::ErrorKind::InvalidData)?, head))
    }

    /// One part of a stream; nothing at its end.
    pub(crate) async fn chunk(&mut self, into: &mut Vec<u8>) -> io::Result<bool> {
        let size = self.until(b"\r\n").await?;
        let size = str::from_utf8(&size).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let size = size.ok_or(io::ErrorKind::InvalidData)?;
        self.exactly(size, into).await?;
        self.until(b"\r\n").await?;
        Ok(size > 0)
    }

    /// A whole answer, whether it is a stream or not.
    pub(crate) async fn answer(&mut self) -> io::Result<Answer> {
        let (status, head) = self.head().await?;
        let mut body = Vec::new();
        match header(&head, "content-length").map(str::parse) {
            Some(Ok(length)) => self.exactly(length, &mut body).await?,
            Some(Err(_)) => return Err(io::ErrorKind::InvalidData.into()),
            None if header(&head, "transfer-encoding").is_some() => while self.chunk(&mut body).await? {},
            None => {}
        }
        Ok(Answer { status, head, body })
    }
}
