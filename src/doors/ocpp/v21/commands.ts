import { type Commands, sharedWith } from '../command.ts';
import { commands201 } from '../v201/commands.ts';
import { requestBatterySwap } from './commands/battery-swaps.ts';
import { installCertificate, listCertificates, sendCertificate } from './commands/certificates.ts';
import {
  allowEnergyTransfer,
  clearChargingProfiles,
  getChargingProfiles,
  sendAfrrSignal,
  setChargingProfile,
  updateDynamicSchedule,
  usePriorityCharging,
} from './commands/charging-profiles.ts';
import { reset, trigger } from './commands/control.ts';
import { clearDerControl, getDerControl, setDerControl } from './commands/der.ts';
import { getDisplayMessages, setDisplayMessage } from './commands/displays.ts';
import { getLog } from './commands/logs.ts';
import { adjustStream, getStreams, setMonitors } from './commands/monitoring.ts';
import { setNetworkProfile } from './commands/network-profile.ts';
import { setPaymentCode } from './commands/payments.ts';
import { startSession } from './commands/sessions.ts';
import {
  changeSessionTariff,
  clearTariffs,
  getTariffs,
  notifyWebPayment,
  setDefaultTariff,
} from './commands/tariffs.ts';
import type { Messages } from './messages.generated.ts';

/** Every command of the business in OCPP 2.1: what 2.0.1 says is said the same way, unless a row of its own stands here. */
export const commands21: Commands<Messages> = {
  ...sharedWith<Messages>(commands201),
  reset,
  trigger,
  'set-display-message': setDisplayMessage,
  'get-display-messages': getDisplayMessages,
  'install-certificate': installCertificate,
  'list-certificates': listCertificates,
  'send-certificate': sendCertificate,
  'get-log': getLog,
  'set-network-profile': setNetworkProfile,
  'set-monitors': setMonitors,
  'adjust-stream': adjustStream,
  'get-streams': getStreams,
  'start-session': startSession,
  'set-charging-profile': setChargingProfile,
  'clear-charging-profiles': clearChargingProfiles,
  'get-charging-profiles': getChargingProfiles,
  'update-dynamic-schedule': updateDynamicSchedule,
  'use-priority-charging': usePriorityCharging,
  'allow-energy-transfer': allowEnergyTransfer,
  'send-afrr-signal': sendAfrrSignal,
  'set-der-control': setDerControl,
  'get-der-control': getDerControl,
  'clear-der-control': clearDerControl,
  'request-battery-swap': requestBatterySwap,
  'set-default-tariff': setDefaultTariff,
  'get-tariffs': getTariffs,
  'clear-tariffs': clearTariffs,
  'change-session-tariff': changeSessionTariff,
  'notify-web-payment': notifyWebPayment,
  'set-payment-code': setPaymentCode,
};
