/**
 * The props of a button that stays where it is when it cannot be pressed, so that a keyboard and a screen reader meet the reason too.
 * Without a reason it does `act`.
 */
export function unlessBlocked(whyNot: string | undefined, act?: () => void) {
  return {
    'aria-disabled': whyNot !== undefined,
    'aria-description': whyNot,
    'data-disabled': whyNot !== undefined,
    title: whyNot,
    ...(act !== undefined && { onClick: () => whyNot === undefined && act() }),
  };
}
