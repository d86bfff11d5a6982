import type { OfflineReason } from '#contract/stations/station.ts';
import type { Sentences } from './sentence-types.ts';

export type Tongue = {
  sentences: Sentences;
  word(wire: string): string;
  /** "2 accepted" */
  numberOf(count: number, status: string): string;
  refused(why: string): string;
  noAnswer: string;
  connected(version: string, address: string): string;
  disconnected(reason: string, heartbeats: number): string;
  offlineReasons: Readonly<Record<OfflineReason, string>>;
  unreadable(characters: number): string;
  /** A message that no version has, or that lacks what its sentence needs. */
  unknown(action: string, isStation: boolean): string;
  unasked(action: string | null): string;
  answerRefused(action: string | null, code: string): string;
  theirAnswerRefused(action: string | null, code: string): string;
};
