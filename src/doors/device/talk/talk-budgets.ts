import { Limiter } from '#base/limiter.ts';

/** Recognition, a model and synthesis cost money: so many questions of a device in an hour. */
const questions = { perSecond: 120 / 3_600, burst: 30 };
/** Milliseconds of computing for the sound of one device: a stream takes about a hundredth of this. */
const computing = { perSecond: 100, burst: 5_000 };

/** What a device that speaks may cost, over all of its connections. */
export class TalkBudgets {
  private readonly questions = new Limiter(questions);
  private readonly computing = new Limiter(computing);

  mayAsk(deviceId: string): boolean {
    return this.questions.take(deviceId);
  }

  /** A packet costs about a millisecond to decode. */
  mayCompute(deviceId: string): boolean {
    return this.computing.take(deviceId);
  }

  computed(deviceId: string, ms: number): void {
    this.computing.of(deviceId).spend(ms);
  }
}
