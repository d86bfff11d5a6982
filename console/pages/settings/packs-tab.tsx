import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ShownPack } from '#contract/installation.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useServerTexts } from '../../text/use-server-texts.ts';
import './settings.css';
import { useInstallation } from './use-installation.ts';

/** What agents can work on, and with which tools. */
export function PacksTab() {
  const { t } = useTranslation();
  const { data, error } = useInstallation();
  if (error !== null) return <ProblemNote problem={error} />;
  if (data === undefined) return <Skeleton height={240} radius={12} />;
  const on = data.packs.filter(({ isOn }) => isOn).map(({ name }) => name);
  return (
    <>
      <p className="settings-note">{t('settings.packs.help')}</p>
      <CopyLine value={`PACKS=${on.join(',')}`} what={t('settings.packs.setting')} />
      <div className="settings-packs">
        {data.packs.map((pack) => (
          <Pack key={pack.name} pack={pack} />
        ))}
      </div>
    </>
  );
}

function Pack({ pack: { name, title, isOn, levels, tools } }: { pack: ShownPack }) {
  const { t } = useTranslation();
  const { text } = useServerTexts();
  return (
    <Card
      title={title === null ? name : text(title)}
      actions={<Chip tone={isOn ? 'good' : 'rest'}>{t(isOn ? 'settings.packs.on' : 'settings.packs.off')}</Chip>}
    >
      {!isOn && <p className="settings-note">{t('settings.packs.offHelp', { name })}</p>}
      {isOn && (
        <ul className="settings-list">
          {levels.map((level) => (
            <li key={level.name}>
              <strong>{level.name}</strong> {text(level.about)}
            </li>
          ))}
        </ul>
      )}
      {tools.length > 0 && (
        <details className="form-more">
          <summary>{t('settings.packs.tools', { count: tools.length })}</summary>
          <ul className="settings-list">
            {tools.map((tool) => (
              <li key={tool.name}>
                <strong>{text(tool.title)}</strong> <code>{tool.name}</code>
                <small>{t(`devices.tier.${tool.tier}`)}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
