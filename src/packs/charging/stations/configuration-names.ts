import { resolvePlace } from '#charging/variables/place.ts';
import { isSecretName } from '#contract/stations/secret-setting.ts';

/**
 * What leads a station to another server or lets somebody else in. Whatever the case, since stations do not tell cases apart. Rather one
 * too many: a person changes it in the console, where nothing is in between.
 */
const guarded = new RegExp(
  [
    'certificate|securityprofile|basicauth|identity|chargeboxid|user$|username|admin|login',
    'csms|centralsystem|backend|server|endpoint|url|uri$|host|address|domain|wspath|(?<!sup|re)port$|mqtt|cloud',
    'network|proxy|gateway|dns|(?<!curre)ntp|ssh|telnet|(?<![eio])ftp|firewall|dhcp|subnet|netmask|ipv[46]|ipaddr|staticip|serverip',
    'wifi|wlan|ssid|modem|ethernet|remoteaccess|remoteshell|debug',
  ].join('|'),
  'i',
);
const guardedComponents = new Set(['securityctrlr', 'networkconfiguration']);

export function isSecretSetting(name: string): boolean {
  return wordsOf(name).some(isSecretName);
}

/** Whether tools never change it: credentials, certificates, and the way by which a station reaches its server. */
export function isGuardedSetting(name: string): boolean {
  const { component } = resolvePlace({ name });
  return (
    guardedComponents.has(component.toLowerCase()) ||
    wordsOf(name).some((word) => isSecretName(word) || guarded.test(word))
  );
}

/** Whether a value is an address: whatever its setting is called, it leads somewhere. */
export function isAddress(value: string): boolean {
  return /:\/\/|^\s*\d{1,3}(\.\d{1,3}){3}(:\d+)?\s*$/.test(value);
}

/** In both spellings: AuthorizationKey is SecurityCtrlr.BasicAuthPassword. */
function wordsOf(name: string): string[] {
  const { component, componentInstance, variable, variableInstance } = resolvePlace({ name });
  return [name, component, componentInstance ?? '', variable, variableInstance ?? ''];
}
