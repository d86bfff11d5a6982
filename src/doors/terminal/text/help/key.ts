import { both } from '../spoken.ts';

export const key = {
  keys: both('keys of people, programs and agents', 'chaves de pessoas, programas e agentes'),
  keyCreate: both('make a key; it is shown once', 'cria uma chave; ela só aparece uma vez'),
  keyList: both('all keys, without their secrets', 'todas as chaves, sem os segredos'),
  keyRevoke: both('end a key', 'encerra uma chave'),
  keyName: both('whose key it is', 'de quem é a chave'),
  keyId: both('the 8 characters of the key id', 'os 8 caracteres do id da chave'),
  kind: both('who will use it', 'quem vai usá-la'),
  role: both('what it may do', 'o que ela permite'),
  scope: both(
    'limit it to this, such as stations or stations:accept; may be repeated',
    'limita a isto, por exemplo stations ou stations:accept; pode ser repetido',
  ),
  expires: both(
    'when it ends, such as 12h or 90d; without it: never',
    'quando termina, por exemplo 12h ou 90d; sem isto: nunca',
  ),
  approvesByElicitation: both(
    'its person may approve what their agent asks with this key, one driver or connector at a time, in the window of the agent',
    'a pessoa dela pode aprovar o que seu agente pede com esta chave, um motorista ou conector por vez, na janela do agente',
  ),
  keySite: both('limit it to this site; may be repeated', 'limita a este local; pode ser repetido'),
};
