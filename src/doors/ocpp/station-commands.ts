import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Order, RawOrder, StationCommands } from '#charging/station-commands.ts';
import type { StationDirectory } from '#cluster/station-directory.ts';
import { moved, type RoutedAnswer, type StationRoutes } from '#cluster/station-routes.ts';
import type { Outcome } from '#contract/commands/command.ts';
import { accepted, type CommandContext, NotAnswered } from './command.ts';
import { exemptionEnded } from './link/keep-alive.ts';
import { maxWaitMs, usualTimeoutMs } from './link/rpc/call-queue.ts';
import type { StationLink } from './link/station-link.ts';

export type CommandCarrierNeeds = {
  directory: StationDirectory<StationLink>;
  /** To stations that other nodes hold; absent: this node is alone. */
  routes?: StationRoutes;
  charging(): Charging;
  log: Log;
};

/**
 * What the business asks of stations, put into the words of each one's version and carried to whoever holds the connection. Whatever
 * leaves for a station leaves from here, so this is where the kill switch holds it.
 */
export function stationCommandsOver({ directory, routes, charging, log }: CommandCarrierNeeds): StationCommands {
  async function send(order: Order): Promise<Outcome> {
    const link = directory.find(order.stationId)?.link;
    if (link === undefined) return carried({ kind: 'command', ...order });
    return link.isPending ? offline : sendOver(link, order);
  }

  async function sendOver(link: StationLink, { name, input, stationId: _, ...carriage }: Order): Promise<Outcome> {
    const translate = link.version.commands[name];
    if ('lacks' in translate) {
      const why = `OCPP ${link.version.name} has no message for this: ${translate.lacks}.`;
      return { ...offline, reason: why, losses: [{ field: name, why }] };
    }
    const { holding: hold } = charging().killSwitch;
    return answeredOr(() => translate(input as never, contextOf(link, { ...carriage, hold }, charging())));
  }

  async function sendRaw(order: RawOrder): Promise<Outcome> {
    const link = directory.find(order.stationId)?.link;
    if (link === undefined) return carried({ kind: 'raw', ...order });
    return link.isPending ? offline : sendRawOver(link, order);
  }

  async function sendRawOver(link: StationLink, order: RawOrder): Promise<Outcome> {
    const { action, payload, stationId: _, ...carriage } = order;
    const { holding: hold } = charging().killSwitch;
    return answeredOr(async () =>
      accepted({ answer: await answerOf(link, { action, payload, carriage: { ...carriage, hold } }) }),
    );
  }

  /** By way of the node that holds the station. */
  async function carried({ signal, ...order }: Carried): Promise<Outcome> {
    const { stationId, timeoutMs = usualTimeoutMs } = order;
    if (routes === undefined || signal?.aborted) return offline;
    return (
      (await routes.carry({ stationId, order, timeoutMs: callsPerOrder * timeoutMs + maxWaitMs, signal })) ?? offline
    );
  }

  routes?.serve(async (given, { stationId, epoch, signal }): Promise<RoutedAnswer> => {
    const held = directory.find(stationId);
    if (held?.epoch !== epoch || held.link.isPending) return moved;
    const order = given as Carried;
    return order.kind === 'raw'
      ? sendRawOver(held.link, { ...order, signal })
      : sendOver(held.link, { ...order, signal });
  });

  routes?.onNews(({ stationId, news }) => {
    if (news !== 'accepted') return turnOut(stationId, news);
    void charging()
      .elsewhere.renewStation(stationId)
      .then(() => serveAccepted(stationId));
  });

  return {
    send,
    sendRaw,
    versionOf(stationId) {
      const link = directory.find(stationId)?.link;
      if (link === undefined) return routes?.versionOf(stationId);
      return link.isPending ? undefined : link.version.name;
    },
    contestOf: (stationId) => directory.contests.find(stationId, new Date()) ?? null,
    turnOut(stationId, why) {
      turnOut(stationId, why);
      routes?.tell({ stationId, news: why });
    },
    async serveAccepted(stationId) {
      routes?.tell({ stationId, news: 'accepted' });
      await serveAccepted(stationId);
    },
  };

  function turnOut(stationId: string, why: keyof typeof whyTurnedOut): void {
    directory.find(stationId)?.link.end(1008, whyTurnedOut[why], why);
  }

  async function serveAccepted(stationId: string): Promise<void> {
    directory.contests.end(stationId);
    const link = directory.find(stationId)?.link;
    if (link === undefined) return;
    try {
      await link.accept();
    } catch (error) {
      // Whoever accepted it must get its password all the same; the station returns, and is then recorded as connected.
      log.error({ stationId, err: asError(error) }, 'accepted station could not be served');
      return link.end(1013, 'Try again later', 'database-away');
    }
    // A station that cannot be triggered boots again by itself when its interval is over.
    send({ stationId, name: 'trigger', input: { message: 'boot' }, requestId: 0 })
      .then(({ status }) => log.info({ stationId, status }, 'accepted station was asked to boot'))
      .catch((error: unknown) =>
        log.error({ stationId, err: asError(error) }, 'accepted station could not be asked to boot'),
      );
  }
}

const whyTurnedOut = {
  rejected: 'This station was rejected',
  'exemption-ended': exemptionEnded,
  'certificate-revoked': 'The certificate of this station was revoked',
};

/** An order that travels between nodes. */
type Carried = ({ kind: 'command' } & Order) | ({ kind: 'raw' } & RawOrder);

/** Few orders take more messages than this; the node that holds the station ends each of them in time. */
const callsPerOrder = 3;

const offline: Outcome = { status: 'not-sent', code: null, reason: 'The station is offline.', answer: {}, losses: [] };

type Carriage = Pick<Order, 'requestId' | 'timeoutMs' | 'signal'> & { hold: AbortSignal };

function contextOf(link: StationLink, carriage: Carriage, charging: Charging): CommandContext<never> {
  let isUnderWay = false;
  const call = async (action: string, payload: unknown) => {
    const answer = await answerOf(link, { action, payload, carriage, isUnderWay });
    isUnderWay = true;
    return answer;
  };
  return { stationId: link.stationId, requestId: carriage.requestId, charging, call };
}

type Call = { action: string; payload: unknown; carriage: Carriage; isUnderWay?: boolean };

async function answerOf(link: StationLink, { action, payload, carriage, isUnderWay = false }: Call): Promise<never> {
  const outcome = await link.call(action, payload, carriage);
  if (outcome.status === 'not-sent' && isUnderWay)
    throw new NotAnswered({ ...outcome, status: 'no-answer', reason: `only a part of it was sent: ${outcome.reason}` });
  if (outcome.status !== 'answered') throw new NotAnswered(outcome);
  return outcome.payload as never; // its schema was checked by the link
}

async function answeredOr(translate: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await translate();
  } catch (error) {
    if (error instanceof NotAnswered) return error.outcome;
    throw error;
  }
}
