import { useTranslation } from 'react-i18next';
import { useCard, useDriverNames } from '../../api/access-queries.ts';
import { TextLink } from '../../parts/links.tsx';
import { shortToken } from '../sessions/session-words.ts';
import './card-name.css';

/** "…C4D5 · Ana Prado": a card by its last characters and its driver. Of one that nobody entered there is only a mark. */
export function CardName({ id }: { id: string }) {
  const { t } = useTranslation();
  const card = useCard(id);
  const names = useDriverNames();
  if (card === undefined) {
    return (
      <span className="mono" title={id}>
        {shortToken(id)}
      </span>
    );
  }
  return (
    <span className="card-name">
      <TextLink to="/access" search={{ tab: 'tokens', token: id }} className="mono" fz="inherit">
        {card.label}
      </TextLink>
      {card.driverId !== null && (
        <>
          {' · '}
          <TextLink to="/access/drivers/$id" params={{ id: card.driverId }} fz="inherit">
            {names?.get(card.driverId) ?? t('tokens.itsDriver')}
          </TextLink>
        </>
      )}
    </span>
  );
}
