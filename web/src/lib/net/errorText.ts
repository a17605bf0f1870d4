import { t } from '#lib/strings/index.ts';
import { ServerError, UnreachableError } from './client.ts';

/** Return the message of an error. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Return the title of a page that cannot be shown: `missing`, unless the server failed or refused. */
export function failureTitle(error: unknown, missing: string): string {
  const failed = error instanceof UnreachableError || (error instanceof ServerError && error.status !== 404);
  return failed ? t('shell.error.title') : missing;
}
