/** Two connections that claim one station, as others see it. */
export type Contest = {
  since: Date;
  lastAt: Date;
  tries: number;
  /** Where the connection comes from that was kept, and the one that was refused last. */
  kept: string;
  refused: string;
  /** Commands wait until then; null: they do not. */
  frozenUntil: Date | null;
};

/** A contest is over when nobody has tried for so long. */
export const contestWindowMs = 600_000;
/** From so many tries on, commands wait until the other connection has stayed away for a while. */
const triesToFreeze = 3;
const freezeMs = 60_000;

type Open = Omit<Contest, 'frozenUntil'> & { frozenUntil: number };

/** Who contests which station, for as long as it lasts. */
export class Contests {
  /** In the order of their latest try, so that those that are over stand first. */
  private readonly contests = new Map<string, Open>();

  /** One more try. */
  add(stationId: string, { kept, refused, now }: { kept: string; refused: string; now: Date }): Contest {
    this.forgetOld(now);
    const { since, tries } = this.contests.get(stationId) ?? { since: now, tries: 0 };
    const isFrozen = tries + 1 >= triesToFreeze;
    const frozenUntil = isFrozen ? now.getTime() + freezeMs : 0;
    const contest = { since, lastAt: now, tries: tries + 1, kept, refused, frozenUntil };
    this.contests.delete(stationId);
    this.contests.set(stationId, contest);
    return shown(contest, now);
  }

  find(stationId: string, now: Date): Contest | undefined {
    const contest = this.contests.get(stationId);
    return contest === undefined || isOver(contest, now) ? undefined : shown(contest, now);
  }

  isFrozen(stationId: string, now: Date): boolean {
    return (this.contests.get(stationId)?.frozenUntil ?? 0) > now.getTime();
  }

  /** A person has decided. */
  end(stationId: string): void {
    this.contests.delete(stationId);
  }

  private forgetOld(now: Date): void {
    for (const [stationId, contest] of this.contests) {
      if (!isOver(contest, now)) return;
      this.contests.delete(stationId);
    }
  }
}

function isOver({ lastAt }: Open, now: Date): boolean {
  return now.getTime() - lastAt.getTime() >= contestWindowMs;
}

function shown({ frozenUntil, ...contest }: Open, now: Date): Contest {
  return { ...contest, frozenUntil: frozenUntil > now.getTime() ? new Date(frozenUntil) : null };
}
