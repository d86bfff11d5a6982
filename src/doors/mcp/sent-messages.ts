import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** About what a host misses while its network changes. */
const maxCharacters = 256 * 1024;

/** What keeping a message costs beyond its text: without it thousands of empty ones would seem to cost nothing. */
const charactersAround = 200;

/** As text, which is smaller than what it is read into. */
type SentMessage = { id: number; stream: string; text: string };

/** The last messages of one session, for a host that lost its line and comes back with Last-Event-ID. In memory, and bounded. */
export class SentMessages implements EventStore {
  private readonly sent: SentMessage[] = [];
  private characters = 0;
  private lastId: number;

  constructor(firstId = 0) {
    this.lastId = firstId;
  }

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    this.lastId += 1;
    const sent = { id: this.lastId, stream, text: JSON.stringify(message) };
    this.sent.push(sent);
    this.characters += costOf(sent);
    while (this.characters > maxCharacters) this.characters -= costOf(this.sent.shift() ?? sent);
    return Promise.resolve(`${stream}:${this.lastId}`);
  }

  getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return Promise.resolve(/^(.+):\d+$/.exec(eventId)?.[1]);
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send(eventId: string, message: JSONRPCMessage): Promise<void> },
  ): Promise<string> {
    const [, stream = '', last = '0'] = /^(.+):(\d+)$/.exec(lastEventId) ?? [];
    const missed = this.sent.filter((each) => each.stream === stream && each.id > Number(last));
    for (const { id, text } of missed) {
      const message = JSON.parse(text) as JSONRPCMessage;
      if ('jsonrpc' in message) await send(`${stream}:${id}`, message); // the first is empty
    }
    return stream;
  }
}

function costOf({ stream, text }: SentMessage): number {
  return text.length + stream.length + charactersAround;
}
