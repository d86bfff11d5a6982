import { useTranslation } from 'react-i18next';
import { dayTime, duration, exactTime } from '../text/time.ts';
import { useNow } from './clock.ts';

/** How long ago, with the exact time one hover away. `ago` is a point in time, `for` a state that lasts, `brief` the number alone. */
export function Moment({ time, says }: { time: string; says: 'ago' | 'for' | 'brief' }) {
  const { t, i18n } = useTranslation();
  const now = useNow('calm');
  const passed = duration(Date.parse(time), now, i18n.language);
  const exact = exactTime(time, i18n.language);
  return (
    <time dateTime={time} title={exact}>
      {passed === null ? t(`time.now.${says}`) : t(`time.says.${says}`, { duration: passed })}
    </time>
  );
}

/** A day to come, such as when something ends. */
export function DayOf({ time }: { time: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={time} title={exactTime(time, i18n.language)}>
      {dayTime(time, i18n.language)}
    </time>
  );
}
