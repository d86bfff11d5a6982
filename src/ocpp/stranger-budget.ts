const hourMs = 3_600_000;
const charactersPerHour = 16 * 1024 * 1024;

/** Messages of stations that nobody has accepted are kept, but strangers must not be able to fill the ledger. */
export class StrangerBudget {
  private hour = 0;
  private spent = 0;

  /** Whether a message of this length may still be kept in this hour; counts it when it may. */
  spend(characters: number, now = Date.now()): boolean {
    const hour = Math.floor(now / hourMs);
    if (this.hour !== hour) [this.hour, this.spent] = [hour, 0];
    if (this.spent + characters > charactersPerHour) return false;
    this.spent += characters;
    return true;
  }
}
