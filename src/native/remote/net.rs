//! The sockets: exchanges are made as they are ordered, and what comes of each is told as it comes.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderName, HeaderValue};
use hyper_util::client::legacy::connect::Connect;
use hyper_util::client::legacy::{self, Client};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::AbortHandle;

use super::{Remote, dial};
use crate::proto::http::client::{Exchange, Trouble};
use crate::proto::http::{Headers, Request, Response};

/// How many pieces of answers wait for whoever reads them: the server waits then.
const PIECES: usize = 64;

pub(in crate::native) enum Order {
    Begin(Exchange, Request),
    Drop(Exchange),
}

pub(in crate::native) enum News {
    Head(Exchange, Response),
    Body(Exchange, Bytes),
    End(Exchange),
    Failed(Exchange, Trouble),
}

type Body = Full<Bytes>;

/// Starts the thread that makes the exchanges; it ends with whoever gives the orders.
pub(in crate::native) fn start(remote: Remote) -> io::Result<(UnboundedSender<Order>, Receiver<News>)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let (orders, taken) = unbounded_channel();
    let (told, news) = sync_channel(PIECES);
    let mut client = dial::client();
    client.http1_title_case_headers(true);
    let net = thread::Builder::new().name("http".to_owned());
    if remote.uri.scheme_str() == Some("https") {
        let client = client.build(dial::secure()?);
        net.spawn(move || runtime.block_on(obey(client, remote, taken, told)))?;
    } else {
        let client = client.build(dial::open());
        net.spawn(move || runtime.block_on(obey(client, remote, taken, told)))?;
    }
    Ok((orders, news))
}

async fn obey<C: Connect + Clone + Send + Sync + 'static>(
    client: Client<C, Body>,
    remote: Remote,
    mut orders: UnboundedReceiver<Order>,
    news: SyncSender<News>,
) {
    let mut open: HashMap<Exchange, AbortHandle> = HashMap::new();
    // What is still open when nobody gives orders any more is hung up on, with the runtime.
    while let Some(order) = orders.recv().await {
        match order {
            Order::Drop(exchange) => {
                if let Some(task) = open.remove(&exchange) {
                    task.abort();
                }
            }
            Order::Begin(exchange, request) => {
                let (client, news, remote) = (client.clone(), news.clone(), remote.clone());
                let task = tokio::spawn(async move {
                    let end = match run(&client, &remote, exchange, request, &news).await {
                        Ok(()) => News::End(exchange),
                        Err(trouble) => News::Failed(exchange, trouble),
                    };
                    tell(&news, end);
                });
                open.retain(|_, task| !task.is_finished());
                open.insert(exchange, task.abort_handle());
            }
        }
    }
}

async fn run<C: Connect + Clone + Send + Sync + 'static>(
    client: &Client<C, Body>,
    remote: &Remote,
    exchange: Exchange,
    request: Request,
    news: &SyncSender<News>,
) -> Result<(), Trouble> {
    let answer = client.request(written(remote, request)?).await.map_err(|error| trouble(&error))?;
    let (head, mut body) = answer.into_parts();
    let mut headers = Headers::new();
    for (name, value) in &head.headers {
        headers.add(name.as_str(), value.as_bytes());
    }
    let head = Response { status: head.status.as_u16(), headers, body: Vec::new(), streams: true };
    tell(news, News::Head(exchange, head));
    while let Some(bytes) = next(&mut body).await? {
        tell(news, News::Body(exchange, bytes));
    }
    Ok(())
}

/// Tells it, and holds up everything else as long as nobody hears it: a server that says more than is read has to wait.
fn tell(news: &SyncSender<News>, piece: News) {
    // Where nobody hears it, nobody waits for it.
    let _ = news.send(piece);
}

async fn next(body: &mut Incoming) -> Result<Option<Bytes>, Trouble> {
    loop {
        let Some(frame) = body.frame().await else { return Ok(None) };
        match frame {
            // What is no data are trailers, of which MCP has none.
            Ok(frame) => match frame.into_data() {
                Ok(bytes) if !bytes.is_empty() => return Ok(Some(bytes)),
                _ => {}
            },
            Err(error) => return Err(Trouble::Broken(cause(&error))),
        }
    }
}

fn written(remote: &Remote, request: Request) -> Result<hyper::Request<Body>, Trouble> {
    let refused = |what: &str| Trouble::Broken(format!("a header cannot hold {what:?}"));
    let mut built = hyper::Request::new(Body::from(request.body));
    *built.uri_mut() = remote.uri.clone();
    *built.method_mut() = hyper::Method::from_bytes(request.method.as_str().as_bytes())
        .map_err(|_| refused(request.method.as_str()))?;
    for line in request.headers.iter() {
        let name = HeaderName::from_bytes(line.name.as_bytes()).map_err(|_| refused(&line.name))?;
        let value = HeaderValue::from_bytes(&line.value);
        let value = value.map_err(|_| refused(&String::from_utf8_lossy(&line.value)))?;
        built.headers_mut().append(name, value);
    }
    for (name, value) in &remote.headers {
        // What a person gives outweighs what we would say.
        built.headers_mut().insert(name.clone(), value.clone());
    }
    Ok(built)
}

fn trouble(error: &legacy::Error) -> Trouble {
    let why = cause(error);
    if error.is_connect() { Trouble::Unreachable(why) } else { Trouble::Broken(why) }
}

/// What was tried and the system's own word: each cause that says more than the ones before it. The first says only in
/// which of its own parts the library has noticed it.
fn cause(error: &dyn Error) -> String {
    let mut source = error.source();
    let mut text = if let Some(inner) = source { inner.to_string() } else { error.to_string() };
    while let Some(inner) = source {
        let words = inner.to_string();
        if !text.contains(&words) {
            let _ = write!(text, ": {words}");
        }
        source = inner.source();
    }
    text
}
