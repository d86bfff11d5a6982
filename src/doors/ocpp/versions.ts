import { setTimeout as pause } from 'node:timers/promises';
import type { OcppVersion } from '#contract/stations/station.ts';
import { v16 } from './v16/version.ts';
import { v21 } from './v21/version.ts';
import { v201 } from './v201/version.ts';
import type { Version } from './version.ts';

const versions = { '1.6': v16, '2.0.1': v201, '2.1': v21 } satisfies Record<OcppVersion, Version>;

/** The first of the station's own list that we know: the station ranks, we follow (OCPP-J §3.1.2). */
export function chooseVersion(offered: Iterable<string>): Version | undefined {
  for (const subprotocol of offered) {
    const version = Object.values(versions).find((candidate) => candidate.subprotocol === subprotocol);
    if (version !== undefined) return version;
  }
  return undefined;
}

/** What stations send when they come back, in this order. */
const sentFirst = [
  'BootNotification',
  'StatusNotification',
  'Heartbeat',
  'TransactionEvent',
  'StopTransaction',
  'MeterValues',
];

/** Of the time that compiling takes at the start, when thousands of stations come back, most is left to them. */
const restShare = 4;

/**
 * Few messages should wait for their schema to compile, and no station for all schemas, which takes seconds: they are compiled while
 * the door is open, those that stations send first before the others. A message that comes before its turn compiles its own.
 */
export async function compileHandled(signal: AbortSignal): Promise<void> {
  for (const { validator, name } of handledSchemas()) {
    const since = performance.now();
    validator.compile(name);
    await pause(restShare * (performance.now() - since), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

function handledSchemas(): { validator: Version['validator']; name: string }[] {
  const all = Object.values<Version>(versions);
  const actions = new Set([...sentFirst, ...all.flatMap(({ handlers }) => [...handlers.keys()])]);
  return [...actions].flatMap((action) =>
    all
      .filter(({ handlers }) => handlers.has(action))
      .flatMap(({ validator }) =>
        [action, `${action}Request`, `${action}Response`]
          .filter((name) => validator.has(name))
          .map((name) => ({ validator, name })),
      ),
  );
}
