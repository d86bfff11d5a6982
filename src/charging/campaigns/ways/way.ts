import type { CampaignReason } from '#contract/campaigns/campaign.ts';
import type { Candidate, StationNow } from '../campaign-store.ts';

/** How asking a station ended: it goes on by itself, or not. */
export type Asked =
  | { status: 'asked'; values?: readonly { name: string; value: string | null }[] }
  | { status: 'failed'; reason: CampaignReason }
  | { status: 'skipped'; reason: CampaignReason }
  /** Nothing left: it is tried again. */
  | { status: 'put-off' };

/** Whether a station that was asked has got there. */
export type Look = { status: 'under-way' } | { status: 'in-place' } | { status: 'failed'; reason: CampaignReason };

/** One kind of change that a campaign brings to a station. */
export type Way = {
  /** Why a station is left out from the beginning; undefined: it takes part. */
  whyNot(candidate: Candidate): CampaignReason | undefined;
  ask(station: StationNow): Promise<Asked>;
  look(station: StationNow & { askedAt: Date }): Promise<Look>;
  /** What is said of a station that took too long. */
  whyLate(station: StationNow & { askedAt: Date }): CampaignReason;
  /** Gives a station again what it had; absent: it cannot be. */
  undo?: ((station: StationNow) => Promise<Asked>) | undefined;
  /** Whether it has again what it had. */
  lookBack?: ((station: StationNow & { askedAt: Date }) => Promise<Look>) | undefined;
};
