import type { StationCommands } from '#charging/station-commands.ts';
import type { StationDirectory } from '#cluster/station-directory.ts';
import { asError } from '#errors.ts';
import type { Log } from '#log.ts';
import type { StationLink } from './station-link.ts';

/** What the business asks of stations, carried to whoever holds the connection. */
export function stationCommandsOver(directory: StationDirectory<StationLink>, log: Log): StationCommands {
  return {
    async letIn(stationId) {
      const link = directory.find(stationId)?.link;
      if (link === undefined) return;
      await link.letIn();
      // All three versions call it TriggerMessage; a station that cannot boots again by itself when its interval is over.
      link
        .call('TriggerMessage', { requestedMessage: 'BootNotification' })
        .then((outcome) => log.info({ stationId, outcome: outcome.status }, 'accepted station was asked to boot'))
        .catch((error: unknown) =>
          log.error({ stationId, err: asError(error) }, 'accepted station could not be asked to boot'),
        );
    },
  };
}
