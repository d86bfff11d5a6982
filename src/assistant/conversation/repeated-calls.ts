import { canonicalJson } from '#base/json.ts';
import type { ToolCall } from './message.ts';

/** How often the very same may be asked within one answer: twice may be a second look, a third time is a circle. */
const maxAlike = 2;

/** Notices a model that goes round in circles. After a change it may look again: what it read before may be true no more. */
export class RepeatedCalls {
  private readonly reads = new Map<string, number>();
  private readonly changes = new Map<string, number>();

  /** `again`: it is answered without being made. `circle`: it was told so, and asks still. */
  judge(call: ToolCall, { isChange }: { isChange: boolean }): 'new' | 'again' | 'circle' {
    const seen = isChange ? this.changes : this.reads;
    const key = `${call.name} ${canonicalJson(call.arguments)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (isChange && times <= maxAlike) this.reads.clear();
    if (times <= maxAlike) return 'new';
    return times === maxAlike + 1 ? 'again' : 'circle';
  }
}
