import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/links.tsx';

/** What a proposal touches, such as `station:CP-7/evse:1`, with a link where we have a page for it. */
export function TargetLink({ target }: { target: string }) {
  const { t } = useTranslation();
  if (target.startsWith('device:')) {
    const deviceId = target.slice('device:'.length);
    return (
      <TextLink to="/devices/$id" params={{ id: deviceId }} fz="inherit">
        {deviceId}
      </TextLink>
    );
  }
  const [, kind, id = '', evse, connector] =
    /^(station|session):([^/]+)(?:\/evse:(\d+))?(?:\/connector:(\d+))?$/.exec(target) ?? [];
  if (kind === 'session')
    return (
      <TextLink to="/sessions/$id" params={{ id }} fz="inherit">
        {target}
      </TextLink>
    );
  if (kind !== 'station') return target;
  const place = [
    ...(evse === undefined ? [] : [t('proposals.place.evse', { number: evse })]),
    ...(connector === undefined ? [] : [t('proposals.place.connector', { number: connector })]),
  ];
  return (
    <>
      <TextLink to="/equipment" search={{ search: id }} fz="inherit">
        {id}
      </TextLink>
      {place.length > 0 && ` · ${place.join(', ')}`}
    </>
  );
}
