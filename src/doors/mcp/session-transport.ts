import { randomInt } from 'node:crypto';
import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { SentMessages } from './sent-messages.ts';

/** More than a session is ever asked by one node. */
const questionsPerNode = 2 ** 20;

/**
 * The transport of one session at one node. What nodes ask the client of a session has ids that no other node gives, so its answer may come
 * to any of them.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  private readonly firstQuestion = randomInt(2 ** 31) * questionsPerNode;

  /** `firstMessage`: what it sends is numbered from there on. */
  constructor(id: string, firstMessage = 0) {
    super({ sessionIdGenerator: () => id, eventStore: new SentMessages(firstMessage) });
  }

  override send(message: JSONRPCMessage, options?: Parameters<WebStandardStreamableHTTPServerTransport['send']>[1]) {
    return super.send(this.asked(message), options);
  }

  /** What the client says, at whichever node it came in. */
  hear(message: JSONRPCMessage, extra: MessageExtraInfo = {}): void {
    const { id } = message as { id?: unknown };
    const own = 'method' in message || typeof id !== 'number' ? undefined : id - this.firstQuestion;
    const isOurs = own !== undefined && own >= 0 && own < questionsPerNode;
    this.deliver?.(isOurs ? { ...message, id: own } : message, extra);
  }

  /** To be called once a server is connected: from then on it hears by way of `hear`. */
  listen(): void {
    this.deliver = this.onmessage;
    Object.assign(this, {
      onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) => this.hear(message, extra),
    });
  }

  private deliver: ((message: JSONRPCMessage, extra?: MessageExtraInfo) => void) | undefined;

  private asked(message: JSONRPCMessage): JSONRPCMessage {
    if (!('method' in message)) return message;
    if ('id' in message && typeof message.id === 'number') return { ...message, id: message.id + this.firstQuestion };
    const { requestId } = (message.params ?? {}) as { requestId?: unknown };
    if (message.method !== 'notifications/cancelled' || typeof requestId !== 'number') return message;
    return { ...message, params: { ...message.params, requestId: requestId + this.firstQuestion } };
  }
}
