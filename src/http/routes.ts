import type { Route } from './route.ts';
import { about } from './routes/about.ts';
import { acceptStation } from './routes/accept-station.ts';
import { getCommand, listCommands, runCommand, runManyCommands, runRawCommand } from './routes/commands.ts';
import { createKey } from './routes/create-key.ts';
import { docs, docsScript, docsStartScript, openapiDocument } from './routes/docs.ts';
import { followEvents } from './routes/follow-events.ts';
import { getStation } from './routes/get-station.ts';
import { isAlive, isReady } from './routes/health.ts';
import { listKeys } from './routes/list-keys.ts';
import { listStations } from './routes/list-stations.ts';
import { listMessages } from './routes/messages.ts';
import { metrics } from './routes/metrics.ts';
import { revokeKey } from './routes/revoke-key.ts';
import { signIn } from './routes/sign-in.ts';
import { signOut } from './routes/sign-out.ts';
import { useSignInLink } from './routes/use-sign-in-link.ts';
import { whoAmI } from './routes/who-am-i.ts';

/** Every route of this door, one row each. */
export const routes: readonly Route[] = [
  about,
  listStations,
  getStation,
  acceptStation,
  runCommand,
  runManyCommands,
  runRawCommand,
  listCommands,
  getCommand,
  listMessages,
  followEvents,
  listKeys,
  createKey,
  revokeKey,
  whoAmI,
  signIn,
  signOut,
  useSignInLink,
  isAlive,
  isReady,
  metrics,
  openapiDocument,
  docs,
  docsStartScript,
  docsScript,
];
