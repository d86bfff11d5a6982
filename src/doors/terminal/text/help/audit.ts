import { both } from '../spoken.ts';

export const audit = {
  audit: both('the trail of who did what', 'a trilha de quem fez o quê'),
  auditVerify: both(
    'check that no entry of the trail was changed or taken out',
    'verifica que nenhuma entrada da trilha foi alterada ou retirada',
  ),
  auditList: both(
    'who did what, the newest first; needs an administrator',
    'quem fez o quê, o mais novo primeiro; exige um administrador',
  ),
  auditPrincipal: both('only by this key, by its id', 'só por esta chave, pelo id dela'),
  auditAction: both(
    'only actions that begin so, such as proposal: or tool:reset',
    'só ações que começam assim, por exemplo proposal: ou tool:reset',
  ),
  auditOutcome: both('only those that ended so', 'só as que terminaram assim'),
};
