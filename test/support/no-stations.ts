import type { StationCommands } from '../../src/charging/station-commands.ts';

/** A door behind which there are no stations, for tests of the other doors. */
export const noStations: StationCommands = {
  serveAccepted: () => Promise.resolve(),
  turnOut: () => undefined,
  contestOf: () => null,
  versionOf: () => undefined,
  send: () => Promise.resolve(offline),
  sendRaw: () => Promise.resolve(offline),
};

const offline = { status: 'not-sent' as const, code: null, reason: 'The station is offline.', answer: {}, losses: [] };
