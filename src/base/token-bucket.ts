/** What a sender may spend: so much a second, and up to `burst` at once after a quiet time. */
export type Budget = { perSecond: number; burst: number };

/** Whoever was far over its budget gets another chance after this. */
const maxDebtSeconds = 120;

/** One function for all: there are seven budgets to every station. */
const systemElapsedMs = () => performance.now();

/** The budget of one sender, in whatever it is counted: messages, bytes, milliseconds. It starts full and refills steadily. */
export class TokenBucket {
  private readonly budget: Budget;
  private readonly elapsedMs: () => number;
  private left: number;
  private countedAt: number;

  constructor(budget: Budget, elapsedMs: () => number = systemElapsedMs) {
    this.budget = budget;
    this.elapsedMs = elapsedMs;
    this.left = budget.burst;
    this.countedAt = elapsedMs();
  }

  /** Whether the cost is within the budget; only then it is taken. */
  take(cost = 1): boolean {
    if (this.balance() < cost) return false;
    this.left -= cost;
    return true;
  }

  /** Takes the cost even if it is not there: for what has happened already. What is missing is a debt; returns the time until it is repaid. */
  spend(cost = 1): number {
    this.left = Math.max(this.balance() - cost, -maxDebtSeconds * this.budget.perSecond);
    return this.debtMs();
  }

  /** Gives back what turned out to cost nothing. */
  refund(cost = 1): void {
    this.left = Math.min(this.budget.burst, this.balance() + cost);
  }

  /** Time until a cost can be taken; 0: at once. */
  waitMs(cost = 1): number {
    return (Math.max(0, cost - this.balance()) / this.budget.perSecond) * 1000;
  }

  get isFull(): boolean {
    return this.balance() >= this.budget.burst;
  }

  private debtMs(): number {
    return (Math.max(0, -this.left) / this.budget.perSecond) * 1000;
  }

  private balance(): number {
    const now = this.elapsedMs();
    const elapsedMs = Math.max(0, now - this.countedAt); // a clock may be set back
    this.countedAt = now;
    this.left = Math.min(this.budget.burst, this.left + (elapsedMs / 1000) * this.budget.perSecond);
    return this.left;
  }
}
