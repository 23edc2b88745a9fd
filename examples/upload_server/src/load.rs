//! How many requests a second the server has, with the uploads validated by this library, by the standard library
//! when they are whole, and not at all.
//!
//! Clients over loopback: each sends a body of 64 KiB, waits for the answer, and sends the next. They do nothing else,
//! so that they cost as little as a client can. The server has a thread of its own, which is the strict way to look at
//! it: validation is a part of what the server does and of nothing else; then all cores, shared with the clients, as
//! it serves. The ways take turns of a quarter of a second, in another order each time, so that what else the machine
//! does meets all of them; ratios are of one round, and their median counts. The figures here are from when 32 KiB were read at
//! a time, and a connection had more than 64 KiB; BENCHMARKS.md has later ones.
//!
//! AMD EPYC of family 25 model 17 (AVX-512, two cores), 2026-11-24, nothing else running, 30 seconds a text; a request
//! takes 25 µs of the server in all where it is not validated, so that one part in twenty is 1.3 µs:
//!
//! | server | text | validated by | requests/s | to none |
//! |---|---|---|---|---|
//! | one thread | ASCII | codeunit | 38122 | 0.960 (0.932 to 0.975) |
//! | one thread | ASCII | codeunit, no lines | 38582 | 0.976 (0.942 to 0.996) |
//! | one thread | ASCII | std | 30810 | 0.791 (0.756 to 0.808) |
//! | one thread | mixed | codeunit | 31061 | 0.886 (0.828 to 0.955) |
//! | one thread | mixed | codeunit, no lines | 32359 | 0.921 (0.866 to 1.003) |
//! | one thread | mixed | std | 13929 | 0.410 (0.359 to 0.435) |
//! | all cores | ASCII | codeunit | 35482 | 0.983 (0.897 to 1.032) |
//! | all cores | ASCII | codeunit, no lines | 34867 | 0.998 (0.887 to 1.046) |
//! | all cores | ASCII | std | 26875 | 0.743 (0.694 to 0.788) |
//! | all cores | mixed | codeunit | 31927 | 0.896 (0.850 to 0.946) |
//! | all cores | mixed | codeunit, no lines | 32928 | 0.928 (0.864 to 0.993) |
//! | all cores | mixed | std | 18095 | 0.514 (0.494 to 0.564) |
//!
//! AMD EPYC of family 26 model 2 (Zen 5), 2026-11-25, 17 rounds: with lines 0.96 to 0.98 of none in ASCII and 0.90 to 0.93 in
//! mixed text, without them 0.95 to 0.985 and 0.95 to 0.96; a request takes 20 µs.
//!
//! What the lines cost is what it costs to tell line and column of an error in a text that is not kept.

use std::error::Error;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::{Query, Request};
use axum::routing::post;
use axum::{Json, Router};
use codeunit::http_body::ValidatedBody;
use codeunit::{Encoding, Utf8Validator};
use http_body_util::BodyExt as _;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::problem::Problem;
use crate::upload::{self, Receipt, Wish};
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
async fn validated_by_std(_: Query<Wish>, request: Request) -> Result<Json<Receipt>, Problem> {
    let (encoding, body) = upload::open(request)?;
    let unreadable = |error: axum::Error| Problem::unreadable(error.to_string());
    let whole = body.collect().await.map_err(unreadable)?.to_bytes();
    match std::str::from_utf8(&whole) {
        Ok(text) => Ok(receipt(encoding, text.len() as u64)),
        Err(error) => Err(Problem::unreadable(error.to_string())),
    }
}

/// By this library, as the frames come, without lines and columns; the same in all else.
async fn validated(_: Query<Wish>, request: Request) -> Result<Json<Receipt>, Problem> {
    let (encoding, body) = upload::open(request)?;
    let mut body = ValidatedBody::new(body, Utf8Validator::new());
    while let Some(frame) = body.frame().await {
        frame.map_err(|error| Problem::unreadable(error.to_string()))?;
    }
    Ok(receipt(encoding, body.validator().offset()))
}

/// No validation; the same in all else.
async fn not_validated(_: Query<Wish>, request: Request) -> Result<Json<Receipt>, Problem> {
    let (encoding, mut body) = upload::open(request)?;
    let mut bytes = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Problem::unreadable(error.to_string()))?;
        bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
    }
    Ok(receipt(encoding, bytes))
}

fn receipt(encoding: Encoding, bytes: u64) -> Json<Receipt> {
    Json(Receipt { encoding: encoding.name(), bytes, converted_bytes: bytes, lines: 0 })
}

/// How the server runs: the name, and the runtime.
type Server = (&'static str, fn() -> std::io::Result<Runtime>);

/// A thread of its own, so that what validation costs is a part of what the server does and of nothing else; and as
/// `upload_server` serves, by threads that share the cores with the clients.
const SERVERS: [Server; 2] = [
    ("one thread", || Builder::new_current_thread().enable_all().build()),
    ("all cores", || Builder::new_multi_thread().enable_all().build()),
];

/// Measures for about so many seconds for each text and server, and prints what came out.
///
/// # Errors
/// If there is no socket to be had.
pub fn run(seconds: u64) -> Result<(), Box<dyn Error>> {
    println!("{BODY} bytes a request, {CLIENTS} clients, turns of {} ms", TURN.as_millis());
    println!("| server | text | validated by | requests/s | to none |");
    println!("|---|---|---|---|---|");
    for (server, runtime) in SERVERS {
        let address = start(runtime()?)?;
        for (name, text) in [
            ("ASCII", "a line of ASCII text\n"),
            ("three scripts", "línea текст 文字\n"),
            ("mixed", "línea €😀 текст\n"),
        ] {
            let turns = usize::try_from(seconds * 1000)? / TURN.as_millis() as usize;
            let rates = measure(address, &body(text), (turns / WAYS.len()).max(1))?;
            for (way, (_, by)) in WAYS.into_iter().enumerate() {
                let mean = rates.iter().map(|rates| rates[way]).sum::<f64>() / rates.len() as f64;
                let mut ratios: Vec<_> =
                    rates.iter().map(|rates| rates[way] / rates[NONE]).collect();
                ratios.sort_by(f64::total_cmp);
                let [low, middle, high] =
                    [1, 2, 3].map(|part| ratios[(ratios.len() - 1) * part / 4]);
                println!(
                    "| {server} | {name} | {by} | {mean:.0} | {middle:.3} ({low:.3} to {high:.3}) |"
                );
            }
        }
    }
    println!("ratios: median of the rounds, and the middle half of them");
    Ok(())
}

/// A server that ends with the program, and where it listens.
fn start(runtime: Runtime) -> Result<SocketAddr, Box<dyn Error>> {
    let (send, receive) = std::sync::mpsc::channel();
    thread::spawn(move || {
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            send.send(listener.local_addr().expect("it is bound")).expect("somebody waits");
            // By a task, as each connection is.
            let _ = tokio::spawn(serve(listener, router_with_baselines())).await;
        });
    });
    Ok(receive.recv()?)
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
