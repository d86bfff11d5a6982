import type { OcppVersion } from '#contract/stations/station.ts';

/** What every handler is given, and the use cases that it calls: no more of the business than that. */
export type HandlerContext<UseCases = object> = {
  stationId: string;
  version: OcppVersion;
  charging: UseCases;
  receivedAt: Date;
  /** Readings of the message that are not kept: it had too many, or they are no numbers. */
  leftOutReadings: number;
};

/** Translates one message into the business's words, calls one use case and translates back. */
export type Handler<Message extends { request: unknown; response: unknown }, UseCases = object> = (
  request: Message['request'],
  context: HandlerContext<UseCases>,
) => Promise<Message['response']>;
