//! What stands behind the options in the help.

pub(crate) const STATUS: &str = "\
Exit status:
  0  done
  1  the input is ill-formed, or not representable in the target encoding
  2  wrong usage
  3  input or output failed, be it that of messages
  4  a fault of codeunit: two implementations do not agree";

macro_rules! convert_examples {
    () => {
        "\
Examples:
  codeunit convert -f utf-16le -t utf-8 app.log -o app.txt
  codeunit convert -f latin1 -t utf-8 *.txt -o converted/
  producer | codeunit convert -f utf-16 -t utf-8 --errors replace | consumer
  codeunit convert -f auto --detect --bom strip powershell.log -o app.txt
  codeunit convert -f auto -r logs --glob '*.log' --in-place=.bak --keep-going
  codeunit convert -f utf-16le --follow app.log -o app.txt --state app.state"
    };
}

pub(crate) const CONVERT_EXAMPLES: &str = convert_examples!();

pub(crate) const CONVERT_NOTES: &str = concat!(
    "\
Labels: utf-8, utf-16, utf-16le, utf-16be, utf-32, utf-32le, utf-32be, iso-8859-1 (latin1), us-ascii
(ascii) and those of the Web, such as windows-1252, Shift_JIS and gb18030; --list names them all. In the
first ones case, hyphens and underscores make no difference. Labels by which the Web and IANA call different
encodings, such as iso-8859-9, are refused: windows-1254 is what browsers take it for. `auto` is the encoding
of the byte order mark; without one it is UTF-8, or with --detect what the first 4096 bytes look like.

Byte order marks: with -f auto, utf-16 or utf-32 an initial mark decides the byte order and is not part of
the text; without a mark UTF-16 and UTF-32 are big-endian. With every other label U+FEFF is text and is
kept. With -t utf-16 or utf-32 a mark is written, and the text in big-endian order. --bom makes U+FEFF a
mark in every encoding form of Unicode and says what becomes of it: keep (the output begins with one if the
input does), strip, or add. In the other encodings there are no marks, and it says nothing.

Errors: strict stops at the first. replace writes U+FFFD, or ? where the target does not have it, for each
maximal subpart; replace=U+NNNN that character; skip, or -c, nothing; escape \\xNN for a byte, \\uNNNN or
\\UNNNNNNNN for a character. They are counted; --strict-exit makes them exit status 1.

Line endings: lf leaves out the CR of each CR LF, crlf writes CR before each LF that has none. A CR without LF
is kept, of CR CR LF the first. Offsets, lines and columns of errors are those of the input.

With several inputs or -r OUT is a directory, created if need be and not left empty; the outputs get the file names of the
inputs, or their paths in the directory that was named. The first failure ends the work, unless
--keep-going is given; then the exit status is 1 if a text was ill-formed. With -j files are told of in the
order in which they are done; workers that have no file of their own take parts of a big one, if it and the
output are neither compressed nor in an encoding of the Web, and what they write is what one would. Files are
put on the disk while the next ones are converted, at most 32 at a time, and have their names then. An output that
turns out to be one of the same run by another name, as where a file system takes a for A, is status 3.

--in-place writes a temporary file beside the input, with its permissions and where allowed its owner,
puts it on the disk, and renames it. An input that has changed meanwhile is left as it is, and so is one
whose backup would replace a file. Of a symbolic link the file that it leads to is replaced; a hard link is
separated from its other names. The same is done where OUT turns out to be the input, by whatever path. Access
control lists and extended attributes are not kept. A program that has the input open goes on with the old file:
follow a log that is still written to (--follow), or rotate it first.

SIGINT, SIGTERM and SIGHUP remove the temporary file before they end the program; SIGKILL leaves it.

A file that is cut short while it is read is status 3; what is appended to one that grows is read as far as its
end has come.

On a terminal control characters of the text are shown as escapes, but for tabs and line endings.

Input that is compressed by gzip or zstd, by its content and not by its name, is decompressed first; bytes
are counted and offsets told of the text in it. Names in OUT are then without .gz and .zst, and with
--compress have them. --in-place keeps a file compressed as it is. zstd takes as much memory as the file
asks for, at most 128 MiB; all else does with less than 16 MiB, with more than -j 8 with 2 MiB a worker. All
members and frames of a file are one text. Zeros behind the last member of gzip are padding; anything else
there, and what is cut short or damaged, is status 3.

--map writes a map of offsets, for one input, when the output is complete; with it `codeunit locate` tells
where in the input an offset of the output is, and the line. A mark, and what stands in place of a run of
sequences that could not be converted, each directly behind the one before it, has the place where that begins. It takes
0.02 % of the length of the output, and about 8 bytes for each run, but no more than 131,072 checkpoints, of which a run
takes two: of more runs than about 65,000 those that lie close together become one, with the text between them, and
all in it has the place where it begins. There are no maps for the encodings of the Web that are not of Unicode,
nor with --line-endings or --compress, nor where OUT is the input.

--follow converts IN and then, until SIGINT or SIGTERM, what is appended to it; a character of which a part has
come waits for its rest. A second one ends it at once, should it wait for OUT to be read. When another file has
the name, and the old one has not grown for an interval, the last character of the old one is at its end, and the
new one, once it may be read, begins with a mark of its own. So it is with a file that has become shorter, or has
other bytes before the place that was reached; what was appended between the last look and that is lost. The last
64 bytes before the place are compared: a file that was written anew, is at least as long, and has the same 64
bytes there, is taken for one that has grown. A log that is rotated more than once between two looks, or while the
program is stopped, is followed by the newest file only, behind the rest of the old one: what is in the files
between is not read, and that is not told. OUT is appended to, and begins with a mark if it was empty; if it is
removed, replaced or cut short meanwhile, that is status 3. --state FILE keeps the place, in the file and in the
output, whenever all is read and once a second before that, after OUT has been put on the disk. A run with the
same encodings goes on there, with a file that has been renamed in its directory too, or whose device has another
number by now, if it has the same 64 bytes there; one that is gone is waited for, and told as lost when another
file has the name. It cuts from OUT what stands behind that place, so that each byte that is read comes to OUT
once, wherever the run before was killed; what is no file gets again what it got since. Of a file that is lost or
was written anew nothing comes again: then what stands behind the place stays, and is told, but for a part of a
character at its end, which is told apart in the encoding forms of Unicode only. Under strict an error ends it
before the bad sequence, from where another policy can go on. Compressed input is not decompressed.

-r leaves out hidden files, symbolic links, what is in OUT, temporary files of codeunit, the files that the standard
output and the standard error go to, and with --in-place=SUFFIX the backups of files beside them; it heeds no
.gitignore. An output that would replace a file that the standard output or the standard error goes to is status 2.

",
    convert_examples!()
);

pub(crate) const CHECK_NOTES: &str = "\
Labels are those of `codeunit convert --list`, and auto: the encoding of the byte order mark, without one
UTF-8, or with --detect what the first 4096 bytes look like.

Offsets are in bytes from 0; lines and columns count from 1, columns in code points.
Exit status 1 if a file is ill-formed, otherwise 3 if one could not be read.

Example:
  codeunit check -f utf-16 *.log";

pub(crate) const DETECT_NOTES: &str = "\
Confidence: certain (a byte order mark), high, medium (also if all is ASCII) or low. Encodings such as
windows-1252 and Shift_JIS are not told apart. Exit status 1 if a file is in none of those guessed.

Example:
  codeunit detect *.log";

pub(crate) const COUNT_NOTES: &str = "\
A byte order mark is not counted. Lines are line feeds (U+000A), sizes are in bytes. What is ill-formed is
told with its place, and exit status 1.

Example:
  codeunit count -f utf-16 *.log";

macro_rules! bench_example {
    () => {
        "\
Example:
  codeunit bench -f utf-16le -t utf-8 app.log"
    };
}

pub(crate) const BENCH_EXAMPLE: &str = bench_example!();

pub(crate) const BENCH_NOTES: &str = concat!(
    "\
GB/s are bytes of the file, by the fastest batch of calls. `to std` is how many times as fast as the
standard library, by the fastest batches; `median` the same within a round of batches, the middle
one of all rounds. Implementations take turns, so what else the machine does hits all alike.

The standard library does the same work into the same memory: str::from_utf8, char::decode_utf16 or
char::from_u32, and then character by character. It rejects what is ill-formed, or replaces it, just
as the others do.

Where the strict conversion would fail the lossy one is measured. That is no failure of the command.

",
    bench_example!()
);

pub(crate) const MAN_EXAMPLE: &str = "\
Example:
  codeunit man convert >/usr/local/share/man/man1/codeunit-convert.1";

pub(crate) const COMPLETIONS_EXAMPLE: &str = "\
Example:
  codeunit completions bash >/etc/bash_completion.d/codeunit";
