import type { DisplayMessageStatusEnumType, MessageInfoType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { StationControls } from './dialect.ts';

export type DisplayFilter = { ids?: readonly number[]; priority?: string; state?: string };

/** The messages a station shows. One of a session goes with it. */
export class SimulatedDisplays {
  private readonly held = new Map<number, MessageInfoType>();
  private readonly station: StationControls;

  constructor(station: StationControls) {
    this.station = station;
  }

  set(message: MessageInfoType): DisplayMessageStatusEnumType {
    const { transactionId, message: text } = message;
    if (text.format === 'HTML') return 'NotSupportedMessageFormat'; // its display knows no markup
    if (transactionId !== undefined && this.station.sessions.byRef(transactionId) === undefined)
      return 'UnknownTransaction'; // O02.FR.01
    this.held.set(message.id, message);
    return 'Accepted';
  }

  find({ ids, priority, state }: DisplayFilter): MessageInfoType[] {
    return this.current().filter(
      (message) =>
        (ids === undefined || ids.includes(message.id)) &&
        (priority === undefined || message.priority === priority) &&
        (state === undefined || message.state === state),
    );
  }

  clear(id: number): boolean {
    return this.held.delete(id);
  }

  private current(): MessageInfoType[] {
    for (const { id, endDateTime, transactionId } of this.held.values()) {
      const hasPassed = endDateTime !== undefined && Date.parse(endDateTime) < Date.now();
      const hasEnded = transactionId !== undefined && this.station.sessions.byRef(transactionId) === undefined;
      if (hasPassed || hasEnded) this.held.delete(id);
    }
    return [...this.held.values()];
  }
}
