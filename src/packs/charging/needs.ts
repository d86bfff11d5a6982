import type { Automation } from '#automation/open-automation.ts';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { MessageQuery } from '#contract/stations/message.ts';
import type { FramePage } from '#ledger/frames/read-frames.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { May } from '#tools/policy.ts';

export type PackNeeds = {
  charging: Charging;
  ledger: Pick<Ledger, 'read'>;
  messages: { read(stationId: string, query: MessageQuery): Promise<FramePage> };
  /** Whether a caller may see what other tools of the product guard, such as drivers' names. */
  may: May;
  clock: Clock;
  /** What happens by itself. */
  automation: Pick<Automation, 'rules'>;
  /** Whose id this is, while they may act. */
  personById(id: string): Promise<Principal | undefined>;
  /** Where stations bring files to and fetch firmware from, as the operator has settled it. */
  stationFiles: StationFiles;
};

/** An agent names no address of its own: a station would send its log, or take its firmware, from wherever it was told. */
export type StationFiles = {
  /** Empty: logs cannot be asked for by agents. */
  logUploadUrl: string;
  /** Hosts from which firmware may come; empty: none. */
  firmwareHosts: readonly string[];
};

export function stationFilesOf({ logUploadUrl, firmwareHosts }: Config): StationFiles {
  return { logUploadUrl, firmwareHosts: firmwareHosts.map((host) => host.toLowerCase()) };
}
