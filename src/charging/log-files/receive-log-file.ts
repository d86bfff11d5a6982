import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { LogFileRefusal } from '#contract/stations/log-files.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { FileTooLarge, fileReader, removeFile, type StoredBytes, writeFile } from '../files/file-parts.ts';
import { hashOf } from '../files/file-token.ts';
import { problemOf } from '../problem.ts';
import { LogScan, type Scan } from './findings/scan-log.ts';
import { type ClaimedPlace, changedLogFiles, claimPlace, freePlace } from './log-file-store.ts';
import { type FileFormat, readTexts } from './unpack/read-texts.ts';
import { mustBePlainPath, RefusedFile } from './unpack/refused-file.ts';

type Needs = { pool: Pool; ledger: Ledger; clock: Clock; maxBytes: number };

export type Upload = {
  token: string;
  /** As the station calls it; null: it does not. */
  fileName: string | null;
  /** How large it says the file is; null: it does not. */
  saidBytes: number | null;
  source: AsyncIterable<Buffer>;
};

export type Received = { status: 'kept'; bytes: number } | { status: 'refused'; refusal: LogFileRefusal; why: string };

/** A token is good for one file, and for so many connections that break off before it is whole. */
const maxAttempts = 10;
/** An upload whose process ended is given up after this. */
const staleMs = 30 * 60_000;

/** Takes one file, a part at a time, and looks through it. Throws NOT_FOUND for a token that is not, or no longer, worth anything. */
export async function receiveLogFile(needs: Needs, upload: Upload): Promise<Received> {
  const { pool, clock, maxBytes } = needs;
  const now = clock.now();
  const place = await claimPlace(pool, {
    tokenHash: hashOf(upload.token),
    now,
    staleBefore: new Date(now.getTime() - staleMs),
    maxAttempts,
  });
  if (place === undefined) throw problemOf('NOT_FOUND', sentenceOf('no-upload-place'));
  try {
    if (upload.fileName !== null) mustBePlainPath(upload.fileName);
    if ((upload.saidBytes ?? 0) > maxBytes) throw new FileTooLarge(maxBytes);
    const stored = await writeFile(pool, place.id, { source: upload.source, maxBytes });
    if (stored.bytes === 0) throw new RefusedFile('empty', 'it has no content');
    return await keep(needs, place, {
      stored,
      fileName: upload.fileName,
      ...(await lookThrough(pool, place.id, stored)),
    });
  } catch (error) {
    await removeFile(pool, place.id);
    const refused = refusalOf(error);
    if (refused !== undefined) return refuse(needs, place, refused);
    await freePlace(pool, place.id); // the connection broke off: the station may try again
    throw error;
  }
}

function refusalOf(error: unknown): RefusedFile | undefined {
  if (error instanceof RefusedFile) return error;
  return error instanceof FileTooLarge ? new RefusedFile('too-large', error.message) : undefined;
}

type Looked = Scan & { texts: number; format: FileFormat };

async function lookThrough(pool: Pool, fileId: string, { bytes }: StoredBytes): Promise<Looked> {
  const scan = new LogScan();
  let [texts, format]: [number, FileFormat] = [0, 'text'];
  const onFormat = (found: FileFormat) => {
    format = found;
  };
  for await (const text of readTexts(fileReader(pool, { fileId, bytes }), { onFormat })) {
    texts += 1;
    await scan.read(text);
  }
  return { ...scan.result(), texts, format };
}

async function keep(
  { ledger, clock }: Needs,
  { id, stationId }: ClaimedPlace,
  file: Looked & { stored: StoredBytes; fileName: string | null },
): Promise<Received> {
  const { stored, findings, lines, texts, format, fileName } = file;
  const receivedAt = clock.now();
  await ledger.commit({
    events: [
      {
        kind: 'log-file-received',
        stationId,
        happenedAt: receivedAt,
        body: { logFileId: id, bytes: stored.bytes, sha256: stored.sha256, findings },
      },
    ],
    writes: [
      write(changedLogFiles, {
        id,
        state: 'kept',
        receivedAt,
        fileName: fileName === null ? null : untrustedText(fileName, 200),
        format,
        bytes: stored.bytes,
        sha256: stored.sha256,
        texts,
        lines,
        findings,
      }),
    ],
  });
  return { status: 'kept', bytes: stored.bytes };
}

async function refuse(
  { ledger, clock }: Needs,
  { id, stationId }: ClaimedPlace,
  { refusal, message }: RefusedFile,
): Promise<Received> {
  const receivedAt = clock.now();
  await ledger.commit({
    events: [{ kind: 'log-file-refused', stationId, happenedAt: receivedAt, body: { logFileId: id, refusal } }],
    writes: [write(changedLogFiles, { id, state: 'refused', receivedAt, refusal })],
  });
  return { status: 'refused', refusal, why: message };
}
