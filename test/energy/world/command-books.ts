import type { HeldProfile } from '../../../src/charging/energy/profiles/composite-schedule.ts';
import type { RequestedChargingProfile } from '../../../src/contract/energy/requested-charging-profile.ts';
import type { ProfilePlace } from './station.ts';

export type Command = {
  profile: RequestedChargingProfile;
  status: 'accepted' | 'rejected' | 'no-answer' | null;
};

/** What the ledger would know of the profiles that stations were sent. It outlives the product. */
export class CommandBooks {
  private readonly byStation = new Map<string, Command[]>();

  ask(stationId: string, profile: RequestedChargingProfile): Command {
    const command: Command = { profile, status: null };
    this.byStation.set(stationId, [...(this.byStation.get(stationId) ?? []), command]);
    return command;
  }

  /** What was asked before for the same place is history from then on. */
  accept(stationId: string, command: Command): void {
    command.status = 'accepted';
    const all = this.byStation.get(stationId) ?? [];
    const at = all.indexOf(command);
    const isReplaced = (each: Command, index: number) => index < at && keyOf(each) === keyOf(command);
    this.byStation.set(
      stationId,
      all.filter((each, index) => each.status !== 'rejected' && !isReplaced(each, index)),
    );
  }

  /** Whoever asked is gone, and nobody hears the answer. */
  loseAnswers(): void {
    for (const commands of this.byStation.values()) for (const each of commands) each.status ??= 'no-answer';
  }

  /** Plans of sessions that are over count no more. */
  of(stationId: string, sessionId: string | undefined): { active: HeldProfile[]; unanswered: HeldProfile[] } {
    const ofSession = (this.byStation.get(stationId) ?? []).filter(
      ({ profile }) => (profile.sessionId ?? sessionId) === sessionId,
    );
    const profilesOf = (isMeant: (command: Command) => boolean) =>
      ofSession.filter(isMeant).map(({ profile }) => profile);
    return {
      active: profilesOf(({ status }) => status === 'accepted'),
      unanswered: profilesOf(({ status }) => status === null || status === 'no-answer'),
    };
  }

  /** A station dropped what stands at a place. */
  clear(stationId: string, { evseId, purpose, stackLevel }: ProfilePlace): void {
    const isThere = ({ profile, status }: Command) =>
      status !== null &&
      (evseId === undefined || profile.evseId === evseId) &&
      (purpose === undefined || profile.purpose === purpose) &&
      (stackLevel === undefined || profile.stackLevel === stackLevel);
    const left = (this.byStation.get(stationId) ?? []).filter((command) => !isThere(command));
    this.byStation.set(stationId, left);
  }

  endSession(stationId: string): void {
    const lasting = (this.byStation.get(stationId) ?? []).filter(({ profile }) => profile.sessionId === undefined);
    this.byStation.set(stationId, lasting);
  }
}

function keyOf({ profile }: Command): string {
  return `${profile.purpose} ${profile.stackLevel}`;
}
