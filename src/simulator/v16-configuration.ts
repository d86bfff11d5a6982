import type {
  ChangeConfigurationRequest,
  ChangeConfigurationResponse,
  GetConfigurationRequest,
  GetConfigurationResponse,
} from 'typed-ocpp/dist/ocpp16/types.js';
import type { Handlers } from './dialect.ts';

type Messages = {
  GetConfiguration: { request: GetConfigurationRequest; response: GetConfigurationResponse };
  ChangeConfiguration: { request: ChangeConfigurationRequest; response: ChangeConfigurationResponse };
};

export const configuration16: Handlers<Messages> = {
  GetConfiguration: ({ key = [] }, { deviceModel }) => {
    const keys = deviceModel.all.flatMap((variable) => (variable.key === undefined ? [] : [variable.key]));
    const asked = key.length === 0 ? keys : key; // no key means every key
    const unknownKey = asked.filter((name) => deviceModel.byKey(name) === undefined);
    return {
      payload: {
        configurationKey: asked.flatMap((name) => {
          const variable = deviceModel.byKey(name);
          if (variable === undefined) return [];
          return [{ key: name, readonly: variable.write === undefined, value: variable.read() }];
        }),
        ...(unknownKey.length > 0 && { unknownKey }),
      },
    };
  },

  ChangeConfiguration: ({ key, value }, { deviceModel }) => {
    const variable = deviceModel.byKey(key);
    return { payload: { status: variable === undefined ? 'NotSupported' : deviceModel.set(variable, value) } };
  },
};
