import type { Charging } from '#charging/open-charging.ts';
import { type NotificationNeeds, openNotifications } from './notifications/open-notifications.ts';
import { openRules, type RuleNeeds } from './rules/open-rules.ts';

type Needs = Omit<RuleNeeds, 'tell'> & Omit<NotificationNeeds, 'charging'> & { charging: Charging };

export type Automation = Awaited<ReturnType<typeof openAutomation>>;

/** What happens by itself, and who is told. Begins to act only once `start` is called, after every tool is there. */
export function openAutomation(needs: Needs) {
  const notifications = openNotifications(needs);
  const rules = openRules({ ...needs, tell: notifications.tell });
  return {
    rules,
    notifications,
    async start(): Promise<void> {
      await notifications.start();
      await rules.start();
    },
    async close(): Promise<void> {
      await rules.close();
      await notifications.close();
    },
  };
}
