import type { UpgradeAct, UpgradeStep } from '#contract/stations/security-upgrade.ts';
import type { OcppVersion } from '#contract/stations/station.ts';

type Way = {
  version: OcppVersion;
  from: number;
  to: number;
  hasPassword: boolean;
  /** The station has to be given the root that our own certificate stands on; a public one it is expected to have. */
  needsRoot: boolean;
};

/**
 * One profile after the other, each proven by a sign-in before the next one begins. Up to that sign-in the station can always return by the way
 * it came: its old password and its old network profile hold, and the floor has not risen.
 */
export function upgradeSteps({ version, from, to, hasPassword, needsRoot }: Way): UpgradeStep[] {
  return [1, 2, 3]
    .filter((profile) => profile > from && profile <= to)
    .flatMap((profile) => {
      const acts: (UpgradeAct | false)[] = [
        profile === Math.max(1, from + 1) && !hasPassword && 'set-password',
        profile === 2 && needsRoot && 'install-root',
        profile === 3 && 'issue-certificate',
        version !== '1.6' && 'set-network-profile',
        'set-profile',
        'restart',
        'sign-in',
      ];
      return acts.filter((act) => act !== false).map((act) => ({ profile, act }));
    });
}
