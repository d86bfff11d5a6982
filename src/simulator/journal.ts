import { type FileHandle, open, readFile } from 'node:fs/promises';
import { asError, SigecError } from '#base/errors.ts';
import { isRecord, ownJson } from '#base/json.ts';
import type { CallOutcome } from './frames.ts';
import type { Discarded, Exchange } from './station-settings.ts';

/**
 * One boot or status report of a station, and what became of it. What stands here as acknowledged, the server has to hold,
 * whatever happened to it since; what is unanswered, it may hold. Of the messages of sessions it has those that were discarded.
 */
export type JournalEntry = {
  /** Unique in the file, in the order of the answers. */
  seq: number;
  at: string;
  stationId: string;
  action: string;
  outcome: 'acknowledged' | 'refused' | 'unanswered' | 'discarded';
  messageId: string;
  /** As on the wire: OCPP 1.6 has connectors only, later versions have both. */
  evseId?: number;
  connectorId?: number;
  /** Of the connector; of a boot: what the server answered. */
  status?: string;
  /** Of the status report, unique within a station; of a boot: when it was sent, since it bears no time. */
  timestamp: string;
};

export async function openJournal(path: string): Promise<Journal> {
  try {
    const file = await open(path, 'a+');
    const text = await file.readFile('utf8');
    if (text !== '' && !text.endsWith('\n')) await file.appendFile('\n'); // a line that was torn by a crash stays alone
    return new Journal(file, { path, lastSeq: entriesOf(text).at(-1)?.seq ?? 0 });
  } catch (error) {
    const why = asError(error).message;
    throw new SigecError('CANNOT_START', `The journal ${path} cannot be opened (${why}); give another file.`, {
      cause: error,
    });
  }
}

export async function readJournal(path: string): Promise<JournalEntry[]> {
  return entriesOf(await readFile(path, 'utf8'));
}

/** Appends lines in batches; an entry counts once it is in the file. */
export class Journal {
  readonly counts: Record<JournalEntry['outcome'], number> = {
    acknowledged: 0,
    refused: 0,
    unanswered: 0,
    discarded: 0,
  };
  failure: Error | undefined;
  private readonly file: FileHandle;
  private readonly path: string;
  private seq: number;
  private waiting: JournalEntry[] = [];
  private writing: Promise<void> | undefined;

  constructor(file: FileHandle, { path, lastSeq }: { path: string; lastSeq: number }) {
    this.file = file;
    this.path = path;
    this.seq = lastSeq;
  }

  record(stationId: string, exchange: Exchange): void {
    const fact = factOf(exchange);
    if (fact !== undefined) this.append(stationId, fact);
  }

  /** The station has given a message up, and its energy with it. */
  recordDiscarded(stationId: string, { action, request, outcome }: Discarded): void {
    const { timestamp } = request as { timestamp?: unknown };
    const at = typeof timestamp === 'string' ? timestamp : new Date().toISOString();
    this.append(stationId, { action, outcome: 'discarded', messageId: outcome.messageId, timestamp: at });
  }

  private append(stationId: string, fact: Fact): void {
    if (this.failure !== undefined) return;
    this.seq += 1;
    this.waiting.push({ seq: this.seq, at: new Date().toISOString(), stationId, ...fact });
    this.writing ??= this.write();
  }

  async flush(): Promise<void> {
    await this.writing;
    const { failure: cause, path } = this;
    if (cause === undefined) return;
    const sentence = `The journal ${path} is incomplete (${cause.message}); free its disk and run again.`;
    throw new SigecError('INTERNAL', sentence, { cause });
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.file.close();
    }
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        // Once the kernel has it, it survives the end of this process; the machine itself is not what is tested.
        await this.file.appendFile(batch.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
        for (const { outcome } of batch) this.counts[outcome] += 1;
      } catch (error) {
        this.failure = asError(error);
      }
    }
    this.writing = undefined;
  }
}

type Fact = Omit<JournalEntry, 'seq' | 'at' | 'stationId'>;

function factOf({ action, request, sentAt, outcome }: Exchange): Fact | undefined {
  if (outcome.kind === 'not-sent') return undefined;
  const fact = { action, outcome: outcomeWord(outcome), messageId: outcome.messageId };
  if (action === 'BootNotification') return { ...fact, ...bootStatus(outcome), timestamp: sentAt.toISOString() };
  if (action !== 'StatusNotification' || !isRecord(request)) return undefined;
  const { evseId, connectorId, timestamp } = request;
  const status = request['status'] ?? request['connectorStatus'];
  return {
    ...fact,
    ...(typeof evseId === 'number' && { evseId }),
    ...(typeof connectorId === 'number' && { connectorId }),
    ...(typeof status === 'string' && { status }),
    timestamp: String(timestamp),
  };
}

function outcomeWord(outcome: CallOutcome<unknown>): JournalEntry['outcome'] {
  if (outcome.kind === 'result') return 'acknowledged';
  return outcome.kind === 'call-error' ? 'refused' : 'unanswered';
}

function bootStatus(outcome: CallOutcome<unknown>): { status?: string } {
  if (outcome.kind !== 'result' || !isRecord(outcome.answer)) return {};
  return { status: String(outcome.answer['status']) };
}

function entriesOf(text: string): JournalEntry[] {
  return text.split('\n').flatMap((line) => {
    const entry = ownJson(line) as JournalEntry | undefined; // an empty or torn line tells nothing
    return entry === undefined ? [] : [entry];
  });
}
