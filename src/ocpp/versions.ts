import type { OcppVersion } from '#charging/stations/reports.ts';
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

/** The first message of each kind should not wait for its schema to compile. */
export function compileHandled(): void {
  for (const { handlers, validator } of Object.values<Version>(versions)) {
    for (const action of handlers.keys()) {
      for (const name of [action, `${action}Request`, `${action}Response`])
        if (validator.has(name)) validator.compile(name);
    }
  }
}
