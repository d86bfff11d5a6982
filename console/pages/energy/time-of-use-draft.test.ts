import { expect, test } from 'vitest';
import { newTimeOfUse, timeOfUseDraft, timeOfUseOf, withoutPrice } from './time-of-use-draft.ts';

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const painted = {
  prices: ['0.50', '1,20'],
  week: newTimeOfUse().week.map((_, place) => (place < 5 * 24 && place % 24 >= 18 && place % 24 < 21 ? 1 : 0)),
};

test('an expensive evening on workdays is one window, and all else costs the same', () => {
  expect(timeOfUseOf(painted)).toEqual({
    windows: [{ days: [...workdays], hours: '18:00-21:00', perKwh: 1.2 }],
    otherwisePerKwh: 0.5,
  });
});

test('what was painted is read back', () => {
  const prices = timeOfUseOf(painted);
  expect(prices && timeOfUseDraft(prices)).toEqual({ prices: ['0.5', '1.2'], week: painted.week });
});

test('hours over midnight are painted on both sides of it', () => {
  const draft = timeOfUseDraft({ windows: [{ days: ['mon'], hours: '22:00-06:00', perKwh: 0.2 }], otherwisePerKwh: 1 });
  const monday = draft?.week.slice(0, 24);
  expect(monday?.filter((price) => price === 1)).toHaveLength(8);
  expect([monday?.[5], monday?.[6], monday?.[22]]).toEqual([1, 0, 1]);
});

test('prices that change within an hour are not painted over', () => {
  expect(
    timeOfUseDraft({ windows: [{ days: ['mon'], hours: '17:30-20:30', perKwh: 2 }], otherwisePerKwh: 1 }),
  ).toBeNull();
});

test('a price that goes leaves its hours to the first, and one without an amount is said', () => {
  expect(withoutPrice(painted, 1)).toEqual({ prices: ['0.50'], week: newTimeOfUse().week });
  expect(timeOfUseOf({ ...painted, prices: ['0.50', ''] })).toBeNull();
  expect(timeOfUseOf({ ...painted, prices: ['0.50', '-0,05'] })?.windows[0]?.perKwh).toBe(-0.05);
});
