import { handlers201 } from '../v201/handlers.ts';
import { type Handlers, sharedHandlers } from '../version.ts';
import type { Messages } from './messages.generated.ts';

/** Every message an OCPP 2.1 station sends: what 2.0.1 has means the same, unless a row of its own stands here. */
export const handlers21: Handlers<Messages> = {
  ...sharedHandlers<Messages>(handlers201),
};
