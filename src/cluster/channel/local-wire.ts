import { randomUUID } from 'node:crypto';
import type { Carried, Hearer, Wire } from './wire.ts';

/** What passes between a node and the process that started it. `to` null: all others. */
export type LocalMessage =
  | { kind: 'ask'; id: string; from: string; to: string; text: string }
  | { kind: 'answer'; id: string; from: string; to: string; text: string }
  | { kind: 'nobody'; id: string; to: string }
  | { kind: 'tell'; from: string; to: string | null; text: string }
  /** A node has ended: it answers nothing any more. */
  | { kind: 'gone'; node: string };

/** The first word of a node on its line: from then on others reach it. */
export const joining = 'joining';

/** One end of a line to the process in the middle. */
export type Line = {
  send(message: LocalMessage): void;
  onMessage(hear: (message: LocalMessage) => void): void;
};

type Pending = { to: string; settle(carried: Carried): void };

/** The wire of nodes on one machine: all lines meet in the process that started them. */
export function localWire(node: string, line: Line): Wire {
  const pending = new Map<string, Pending>();
  let hearer: Hearer | undefined;
  const settle = (id: string, carried: Carried) => pending.get(id)?.settle(carried);

  line.onMessage((message) => {
    switch (message.kind) {
      case 'ask':
        return void hearer?.asked(message.text).then((text) => {
          line.send({ kind: 'answer', id: message.id, from: node, to: message.from, text });
        });
      case 'answer':
        return settle(message.id, { status: 'answered', text: message.text });
      case 'nobody':
        return settle(message.id, { status: 'nobody', reason: 'the node is not running', isCertain: true });
      case 'tell':
        return hearer?.told(message.text);
      case 'gone':
        for (const { to, settle: end } of [...pending.values()])
          if (to === message.node) end({ status: 'no-answer', reason: 'the node ended before it answered' });
    }
  });

  return {
    node,
    open(given) {
      hearer = given;
    },
    ask(to, text, timeoutMs) {
      const id = randomUUID();
      return new Promise((resolve) => {
        const timer = setTimeout(
          () =>
            pending.get(id)?.settle({ status: 'no-answer', reason: `the node did not answer within ${timeoutMs} ms` }),
          timeoutMs,
        );
        pending.set(id, {
          to,
          settle(carried) {
            clearTimeout(timer);
            pending.delete(id);
            resolve(carried);
          },
        });
        line.send({ kind: 'ask', id, from: node, to, text });
      });
    },
    tell: (to, text) => line.send({ kind: 'tell', from: node, to, text }),
    isOpen: () => hearer !== undefined,
    close() {
      for (const { settle: end } of [...pending.values()])
        end({ status: 'no-answer', reason: 'this node is stopping' });
      hearer = undefined;
      return Promise.resolve();
    },
  };
}
