import type { OpenCharging } from '#charging/open-charging.ts';

/** The business as it is, except that whoever is told a station's new password types it into that station: simulated ones have no keyboard. */
export function typePasswords(
  charging: OpenCharging,
  type: (stationId: string, password: string) => void,
): OpenCharging {
  const typed = <Made extends { station: { id: string }; password: string | null }>(made: Made): Made => {
    if (made.password !== null) type(made.station.id, made.password);
    return made;
  };
  return {
    ...charging,
    acceptStation: async (...asked) => typed(await charging.acceptStation(...asked)),
    renewPassword: async (...asked) => typed(await charging.renewPassword(...asked)),
  };
}
