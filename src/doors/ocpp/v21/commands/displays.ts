import { sharedWith } from '../../command.ts';
import { getDisplayMessagesOf, setDisplayMessageOf } from '../../v201/commands/displays.ts';
import type { Messages } from '../messages.generated.ts';

const unlimited = sharedWith<Messages>({
  'set-display-message': setDisplayMessageOf({ isLimited: false }),
  'get-display-messages': getDisplayMessagesOf({ isLimited: false }),
});

export const setDisplayMessage = unlimited['set-display-message'];
export const getDisplayMessages = unlimited['get-display-messages'];
