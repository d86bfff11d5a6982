import type { CommandRecord } from '#contract/commands/command.ts';
import type { AskStart, AskStop } from '#contract/sessions/order.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { checkStart } from './authorization/check-start.ts';
import type { Authorization } from './authorization/open-authorization.ts';
import { readCommands, readCommandsByRequest } from './commands/command-store.ts';
import {
  type Ask,
  type AskMany,
  type CommandNeeds,
  getCommand,
  type RawAsk,
  runCommand,
  runManyCommands,
  runRaw,
  wouldRefuse,
} from './commands/run-command.ts';
import type { Sessions } from './sessions/open-sessions.ts';
import { startSession, stopSession, type Waiting } from './sessions/orders/order-session.ts';
import { type FindNeeds, getStation } from './stations/find-stations.ts';

type Needs = CommandNeeds &
  FindNeeds & {
    authorization: Pick<Authorization, 'checkRemoteStart'>;
    sessions: Pick<Sessions, 'get' | 'findByRef'>;
    /** The ledger whose commits nothing reacts to: an order writes what was asked, and no more. */
    orderLedger: Ledger;
    /** A message of ours that would change the list of tokens at a station is remembered as one. */
    sendRaw(ask: RawAsk, send: () => Promise<CommandRecord>): Promise<CommandRecord>;
  };

/** The one way to stations for people, programs and agents: a start is checked first, whichever way it is asked. */
export function askStations(needs: Needs) {
  const { pool, sessions } = needs;
  const runChecked = async (ask: Ask) => {
    await checkStart(needs, ask);
    return runCommand(needs, ask);
  };
  const orders = {
    ledger: needs.orderLedger,
    sessions,
    runCommand: runChecked,
    getStation: (stationId: string) => getStation(needs, stationId),
  };
  return {
    runCommand: runChecked,
    async runManyCommands({ stationIds, ...ask }: AskMany) {
      for (const stationId of stationIds) await checkStart(needs, { ...ask, stationId });
      return runManyCommands(needs, { ...ask, stationIds });
    },
    runRaw: (ask: RawAsk) => needs.sendRaw(ask, () => runRaw(needs, ask)),
    /** Whether the kill switch, a budget or a cool-down would keep it back now; nothing is counted. */
    wouldRefuse: (ask: Pick<AskMany, 'stationIds' | 'name' | 'input' | 'actor'>) => wouldRefuse(needs, ask),
    findCommands: (stationId: string, limit: number) => readCommands(pool, stationId, limit),
    findCommandsByRequest: (stationId: string, requestIds: readonly number[]) =>
      readCommandsByRequest(pool, stationId, requestIds),
    getCommand: (id: string) => getCommand(pool, id),
    startSession: (ask: AskStart & Waiting) => startSession(orders, ask),
    stopSession: (ask: AskStop & Waiting & { sessionId: string }) => stopSession(orders, ask),
  };
}
