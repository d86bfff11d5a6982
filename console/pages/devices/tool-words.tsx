import { useTranslation } from 'react-i18next';
import type { DeviceTool } from '#contract/devices/device.ts';
import { argumentsText } from './arguments-text.ts';
import './devices.css';

/** In the device's own words, set apart from ours. */
export function ToolWords({ tool }: { tool: DeviceTool }) {
  const { t } = useTranslation();
  const taken = argumentsText(tool.inputSchema);
  return (
    <>
      <blockquote className="device-says">{tool.description}</blockquote>
      <small>{taken === '' ? t('devices.noArguments') : t('devices.takes', { arguments: taken })}</small>
      {tool.isForUsersOnly && <small>{t('devices.usersOnly')}</small>}
    </>
  );
}
