//! `upload_server [ADDRESS]` serves; `upload_server load [SECONDS]` measures: see `load`.

use std::error::Error;

use tokio::net::TcpListener;
use tokio::runtime::Builder;
use upload_server::{load, router, serve};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["load"] => load::run(load::SECONDS),
        ["load", seconds] => load::run(seconds.parse()?),
        [] => listen("127.0.0.1:8080"),
        [address] if address.contains(':') => listen(address),
        _ => Err("usage: upload_server [ADDRESS:PORT] | upload_server load [SECONDS]".into()),
    }
}

fn listen(address: &str) -> Result<(), Box<dyn Error>> {
    Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(address).await?;
        // A port of 0 is any that is free.
        println!("http://{}", listener.local_addr()?);
        Ok(serve(listener, router()).await?)
    })
}
