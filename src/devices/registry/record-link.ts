import { cleanJson, cleanLine, commitChange, type DeviceNeeds } from './device-needs.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { readDevice } from './device-store.ts';
import { changedDevice, deviceLink } from './device-writes.ts';

type Links = Pick<DeviceRegistry, 'connected' | 'disconnected' | 'described' | 'notified'>;

const maxParamCharacters = 2_000;

export function linkRecords(needs: DeviceNeeds): Links {
  const { clock, pool, node } = needs;
  /** Notifications that were not kept since the last one that was. */
  const dropped = new Map<string, number>();

  return {
    connected: (deviceId, { transport, epoch }) =>
      commitChange(needs, {
        kind: 'device-connected',
        body: { deviceId, transport },
        writes: [deviceLink({ id: deviceId, epoch, node, at: clock.now(), isOnline: true, transport, reason: null })],
      }),
    disconnected(deviceId, { epoch, reason: given }) {
      const reason = cleanLine(given, 80) ?? 'closed';
      return commitChange(needs, {
        kind: 'device-disconnected',
        body: { deviceId, reason },
        writes: [deviceLink({ id: deviceId, epoch, node, at: clock.now(), isOnline: false, transport: null, reason })],
      });
    },
    async described(deviceId, about) {
      const row = await readDevice(pool, deviceId);
      if (row === undefined) return;
      // A device told its board when it asked to be activated, and may spell it otherwise here.
      const board = (row.kind === 'device' ? row.board : null) ?? cleanLine(about.board, 80);
      const firmware = cleanLine(about.firmware, 40) ?? row.firmware;
      if ((row.board === board && row.firmware === firmware) || !needs.notifications.take(deviceId)) return;
      await commitChange(needs, {
        kind: 'device-changed',
        body: { deviceId, board, firmware },
        writes: [changedDevice(deviceId, { board, firmware })],
      });
    },
    async notified(deviceId, { method, params }) {
      if (!needs.notifications.take(deviceId)) {
        dropped.set(deviceId, (dropped.get(deviceId) ?? 0) + 1);
        return;
      }
      const missed = dropped.get(deviceId) ?? 0;
      dropped.delete(deviceId);
      const kept = params === undefined ? null : cleanJson(params, maxParamCharacters);
      await needs.ledger.commit({
        events: [
          {
            kind: 'device-notified',
            stationId: null,
            happenedAt: clock.now(),
            body: {
              deviceId,
              method: cleanLine(method, 80) ?? '',
              params: kept ?? null,
              ...(missed > 0 && { missed }),
            },
            ...(kept === undefined && { flags: ['cut-short'] }),
          },
        ],
      });
    },
  };
}
