//! The server's half of a WebSocket, without input and output.

use std::io::Cursor;

use codeunit::Utf8Validator;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};
use tungstenite::protocol::frame::{Frame, FrameHeader};

/// The longest that a control frame may be (RFC 6455, 5.5).
const LONGEST_CONTROL: u64 = 125;

/// The longest that any frame may be (5.2).
const LONGEST: u64 = u64::MAX >> 1;

/// Where a connection stands: at most a header or a control frame is kept, and what [`Utf8Validator`] remembers.
#[derive(Debug, Default)]
pub struct Frames {
    /// What there is of the next header.
    header: Vec<u8>,
    frame: Option<Open>,
    /// The message whose last frame has not come.
    message: Option<Message>,
    /// What there is of a control frame.
    control: Vec<u8>,
    is_closed: bool,
}

/// A frame that has begun.
#[derive(Debug)]
struct Open {
    header: FrameHeader,
    /// What is still to come of it.
    left: u64,
    /// By which its next byte is masked.
    mask: [u8; 4],
}

/// A message that has begun.
#[derive(Debug)]
struct Message {
    /// None if it is binary.
    text: Option<Utf8Validator>,
    len: u64,
}

/// Why a connection is failed.
type Failure = (CloseCode, String);

fn protocol(words: &str) -> Failure {
    (CloseCode::Protocol, words.to_owned())
}

impl Frames {
    /// A connection at its beginning.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a close frame was among the answers, so that nothing more is to be sent.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Takes what has come, cut anywhere, which is unmasked where it is; appends what is to be sent.
    pub fn receive(&mut self, bytes: &mut [u8], answers: &mut Vec<u8>) {
        if let Err((code, reason)) = self.try_receive(bytes, answers) {
            self.close(Some(CloseFrame { code, reason: reason.into() }), answers);
        }
    }

    fn try_receive(&mut self, mut bytes: &mut [u8], answers: &mut Vec<u8>) -> Result<(), Failure> {
        while !self.is_closed {
            let Some(open) = &mut self.frame else {
                let Some((&mut byte, rest)) = bytes.split_first_mut() else { break };
                bytes = rest;
                self.header.push(byte);
                self.begin()?;
                continue;
            };
            let len = bytes.len().min(usize::try_from(open.left).unwrap_or(usize::MAX));
            if len == 0 && open.left > 0 {
                break;
            }
            let (payload, rest) = bytes.split_at_mut(len);
            bytes = rest;
            open.unmask(payload);
            let is_end = open.left == 0;
            let (opcode, is_final) = (open.header.opcode, open.header.is_final);
            match opcode {
                OpCode::Control(_) => self.control.extend_from_slice(payload),
                OpCode::Data(_) => self.push(payload)?,
            }
            if is_end {
                self.frame = None;
                match opcode {
                    OpCode::Control(kind) => self.answer(kind, answers)?,
                    OpCode::Data(_) if is_final => self.end_of_message(answers)?,
                    OpCode::Data(_) => {}
                }
            }
        }
        Ok(())
    }

    /// Begins a frame, if its header is there as a whole.
    fn begin(&mut self) -> Result<(), Failure> {
        let parsed = FrameHeader::parse(&mut Cursor::new(&self.header));
        let parsed = parsed.map_err(|error| (CloseCode::Protocol, error.to_string()))?;
        let Some((header, left)) = parsed else { return Ok(()) };
        let is_shortest = header.len(left) == self.header.len();
        self.header.clear();
        if left > LONGEST {
            return Err(protocol("a length has 63 bits"));
        }
        if !is_shortest {
            return Err(protocol("a length is in its shortest form"));
        }
        if header.rsv1 || header.rsv2 || header.rsv3 {
            return Err(protocol("no extension was agreed on"));
        }
        let Some(mask) = header.mask else { return Err(protocol("a client masks its frames")) };
        match (header.opcode, &mut self.message) {
            (OpCode::Control(Control::Reserved(_)), _) | (OpCode::Data(Data::Reserved(_)), _) => {
                return Err(protocol("the opcode is reserved"));
            }
            (OpCode::Control(_), _) if !header.is_final || left > LONGEST_CONTROL => {
                return Err(protocol("a control frame is short and whole"));
            }
            (OpCode::Control(_), _) | (OpCode::Data(Data::Continue), Some(_)) => {}
            (OpCode::Data(Data::Continue), None) => return Err(protocol("nothing to continue")),
            (OpCode::Data(_), Some(_)) => return Err(protocol("the last message is not whole")),
            (OpCode::Data(kind), none) => {
                let text = (kind == Data::Text).then(Utf8Validator::new);
                *none = Some(Message { text, len: 0 });
            }
        }
        self.frame = Some(Open { header, left, mask });
        Ok(())
    }

    /// Takes a part of a message.
    fn push(&mut self, payload: &[u8]) -> Result<(), Failure> {
        let message = self.message.as_mut().expect("a data frame begins or continues one");
        message.len += payload.len() as u64;
        match &mut message.text {
            Some(validator) => validator.push(payload).map_err(ill_formed),
            None => Ok(()),
        }
    }

    /// What the server has to say to a message.
    fn end_of_message(&mut self, answers: &mut Vec<u8>) -> Result<(), Failure> {
        let message = self.message.take().expect("a data frame begins or continues one");
        if let Some(validator) = message.text {
            validator.finish().map_err(ill_formed)?;
            let answer = format!("{{\"bytes\":{}}}", message.len);
            send(Frame::message(answer, OpCode::Data(Data::Text), true), answers);
        }
        Ok(())
    }

    fn answer(&mut self, kind: Control, answers: &mut Vec<u8>) -> Result<(), Failure> {
        let payload = std::mem::take(&mut self.control);
        match kind {
            Control::Ping => send(Frame::pong(payload), answers),
            Control::Close => {
                let frame = match &payload[..] {
                    [] => None,
                    [_] => return Err(protocol("a code of closing has two bytes")),
                    &[high, low, ref reason @ ..] => {
                        let mut validator = Utf8Validator::new();
                        validator.push(reason).map_err(ill_formed)?;
                        validator.finish().map_err(ill_formed)?;
                        let code = CloseCode::from(u16::from_be_bytes([high, low]));
                        if !code.is_allowed() {
                            return Err(protocol("the code of closing is reserved"));
                        }
                        Some(CloseFrame { code, reason: "".into() })
                    }
                };
                self.close(frame, answers);
            }
            Control::Pong | Control::Reserved(_) => {}
        }
        Ok(())
    }

    fn close(&mut self, frame: Option<CloseFrame>, answers: &mut Vec<u8>) {
        self.is_closed = true;
        send(Frame::close(frame), answers);
    }
}

impl Open {
    /// Takes the next bytes of the frame.
    fn unmask(&mut self, payload: &mut [u8]) {
        let mask = self.mask;
        let (words, rest) = payload.as_chunks_mut::<4>();
        for word in words {
            *word = (u32::from_ne_bytes(*word) ^ u32::from_ne_bytes(mask)).to_ne_bytes();
        }
        for (byte, mask) in rest.iter_mut().zip(mask) {
            *byte ^= mask;
        }
        self.mask.rotate_left(rest.len());
        self.left -= payload.len() as u64;
    }
}

fn ill_formed(error: codeunit::StreamError) -> Failure {
    (CloseCode::Invalid, error.to_string())
}

fn send(frame: Frame, answers: &mut Vec<u8>) {
    frame.format(answers).expect("a vector takes all");
}
