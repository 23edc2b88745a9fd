//! How many requests a second the server has, with the uploads validated by this library, by the standard library
//! when they are whole, and not at all.
//!
//! A server with one thread, and clients on another core, over loopback: each sends a body of 64 KiB, waits for the
//! answer, and sends the next. The ways take turns of a quarter of a second, in another order each time, so that what
//! else the machine does meets all of them; ratios are of one round, and their median counts.
//!
//! Intel Xeon (AVX-512, two cores), 2026-11-23, nothing else running, 20 seconds a text; a request takes 22 µs of the
//! server in all where it is not validated, so that one part in twenty is a microsecond:
//!
//! | text | validated by | requests/s | to none |
//! |---|---|---|---|
//! | ASCII | codeunit | 42568 | 0.935 (0.919 to 0.949) |
//! | ASCII | codeunit, no lines | 43318 | 0.959 (0.935 to 0.990) |
//! | ASCII | std | 33779 | 0.747 (0.737 to 0.767) |
//! | mixed | codeunit | 33966 | 0.770 (0.750 to 0.780) |
//! | mixed | codeunit, no lines | 38146 | 0.851 (0.836 to 0.867) |
//! | mixed | std | 11589 | 0.263 (0.257 to 0.267) |
//!
//! What the lines cost is what it costs to tell line and column of an error in a text that is not kept.

use std::error::Error;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::routing::post;
use axum::{Json, Router};
use codeunit::http_body::ValidatedBody;
use codeunit::{Decision, Utf8Validator};
use http_body_util::BodyExt as _;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use crate::problem::Problem;
use crate::upload::{self, Receipt};
use crate::{router, serve};

/// How long a measurement takes, if nothing else is said.
pub const SECONDS: u64 = 30;

const BODY: usize = 64 * 1024;
const TURN: Duration = Duration::from_millis(250);
const CLIENTS: usize = 4;
/// A measurement ends with so many requests, however long it should take.
const MOST_REQUESTS: u64 = 10_000_000;

/// What is done with an upload: by path, and by name.
const WAYS: [(&str, &str); 4] = [
    ("/upload", "codeunit"),
    ("/baseline/lineless", "codeunit, no lines"),
    ("/baseline/std", "std"),
    ("/baseline/none", "none"),
];
/// The last of them.
const NONE: usize = WAYS.len() - 1;

/// The server's routes, and those that it is compared with.
pub fn router_with_baselines() -> Router {
    router()
        .route("/baseline/lineless", post(validated))
        .route("/baseline/std", post(validated_by_std))
        .route("/baseline/none", post(not_validated))
}

/// The whole upload, and then the standard library; the same as [`upload`](upload::upload()) in all else.
async fn validated_by_std(headers: HeaderMap, request: Request) -> Result<Json<Receipt>, Problem> {
    let (decision, body) = upload::open(&headers, request).await?;
    let unreadable = |error: axum::Error| Problem::unreadable(error.to_string());
    let whole = body.collect().await.map_err(unreadable)?.to_bytes();
    match std::str::from_utf8(&whole) {
        Ok(text) => Ok(receipt(decision, text.len() as u64)),
        Err(error) => Err(Problem::unreadable(error.to_string())),
    }
}

/// By this library, as the frames come, without lines and columns; the same in all else.
async fn validated(headers: HeaderMap, request: Request) -> Result<Json<Receipt>, Problem> {
    let (decision, body) = upload::open(&headers, request).await?;
    let mut body = ValidatedBody::new(body, Utf8Validator::new());
    while let Some(frame) = body.frame().await {
        frame.map_err(|error| Problem::unreadable(error.to_string()))?;
    }
    Ok(receipt(decision, body.validator().offset()))
}

/// No validation; the same in all else.
async fn not_validated(headers: HeaderMap, request: Request) -> Result<Json<Receipt>, Problem> {
    let (decision, mut body) = upload::open(&headers, request).await?;
    let mut bytes = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Problem::unreadable(error.to_string()))?;
        bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
    }
    Ok(receipt(decision, bytes))
}

fn receipt(decision: Decision, bytes: u64) -> Json<Receipt> {
    Json(Receipt { encoding: decision.encoding.name(), bytes, converted_bytes: bytes, lines: 0 })
}

/// Measures for about so many seconds for each text, and prints what came out.
///
/// # Errors
/// If there is no socket to be had.
pub fn run(seconds: u64) -> Result<(), Box<dyn Error>> {
    let (send, receive) = std::sync::mpsc::channel();
    // It ends with the program.
    thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            send.send(listener.local_addr().expect("it is bound")).expect("somebody waits");
            let _ = serve(listener, router_with_baselines()).await;
        });
    });
    let address = receive.recv()?;
    println!("{BODY} bytes a request, {CLIENTS} clients, turns of {} ms", TURN.as_millis());
    println!("| text | validated by | requests/s | to none |");
    println!("|---|---|---|---|");
    for (name, text) in [("ASCII", "a line of ASCII text\n"), ("mixed", "línea €😀 текст\n")]
    {
        let rounds = usize::try_from(seconds * 1000)? / (TURN.as_millis() as usize * WAYS.len());
        let rates = measure(address, &body(text), rounds.max(1))?;
        for (way, (_, by)) in WAYS.into_iter().enumerate() {
            let mean = rates.iter().map(|rates| rates[way]).sum::<f64>() / rates.len() as f64;
            let mut ratios: Vec<_> = rates.iter().map(|rates| rates[way] / rates[NONE]).collect();
            ratios.sort_by(f64::total_cmp);
            let [low, middle, high] = [1, 2, 3].map(|part| ratios[(ratios.len() - 1) * part / 4]);
            println!("| {name} | {by} | {mean:.0} | {middle:.3} ({low:.3} to {high:.3}) |");
        }
    }
    println!("ratios: median of the rounds, and the middle half of them");
    Ok(())
}

/// As many whole characters as there is room for, and ASCII behind them.
fn body(text: &str) -> Vec<u8> {
    let mut body = text.repeat(BODY / text.len()).into_bytes();
    body.resize(BODY, b'.');
    body
}

/// Requests a second, by round and way.
fn measure(
    address: SocketAddr,
    body: &[u8],
    rounds: usize,
) -> Result<Vec<[f64; WAYS.len()]>, Box<dyn Error>> {
    let mut rates = Vec::new();
    let mut requests = 0;
    // The first round is not counted.
    for round in 0..=rounds {
        let mut row = [0.0; WAYS.len()];
        for turn in 0..WAYS.len() {
            let way = (round + turn) % WAYS.len();
            let (count, rate) = turn_of(address, WAYS[way].0, body)?;
            requests += count;
            row[way] = rate;
        }
        if round > 0 {
            rates.push(row);
        }
        if requests > MOST_REQUESTS {
            break;
        }
    }
    Ok(rates)
}

/// All clients for one turn, on one way: how many requests, and how many a second.
fn turn_of(address: SocketAddr, path: &str, body: &[u8]) -> Result<(u64, f64), Box<dyn Error>> {
    let length = body.len();
    let head = format!("POST {path} HTTP/1.1\r\nhost: load\r\ncontent-length: {length}\r\n\r\n");
    let request = [head.as_bytes(), body].concat();
    let (is_over, count) = (AtomicBool::new(false), AtomicU64::new(0));
    let sockets =
        (0..CLIENTS).map(|_| TcpStream::connect(address)).collect::<Result<Vec<_>, _>>()?;
    let begin = Instant::now();
    thread::scope(|scope| {
        for socket in sockets {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    exchange(&socket, &request).expect("the server answers with 200");
                    count.fetch_add(1, Ordering::Relaxed);
                }
                drop(socket);
            });
        }
        thread::sleep(TURN);
        is_over.store(true, Ordering::Relaxed);
    });
    let count = count.into_inner();
    Ok((count, count as f64 / begin.elapsed().as_secs_f64()))
}

/// One request, and its answer.
fn exchange(mut socket: &TcpStream, request: &[u8]) -> Result<(), Box<dyn Error>> {
    socket.write_all(request)?;
    let (mut answer, mut len) = ([0; 1024], 0);
    loop {
        let read = socket.read(&mut answer[len..])?;
        len += read;
        let text = std::str::from_utf8(&answer[..len])?;
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            if read == 0 {
                return Err("the connection was closed".into());
            }
            continue;
        };
        if !head.starts_with("HTTP/1.1 200 ") {
            return Err(text.to_owned().into());
        }
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        if body.len() >= length.map_or(Ok(0), str::parse)? {
            return Ok(());
        }
    }
}
