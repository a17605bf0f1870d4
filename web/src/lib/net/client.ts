/**
 * HTTP requests with paths, parameters, bodies and responses typed by the OpenAPI schema. Sends the CSRF token, and
 * converts error responses into errors with a sentence.
 */
import { t } from '#lib/strings/index.ts';
import { language } from '#lib/strings/language.svelte.ts';
import type { DeletePaths, GetPaths, PatchPaths, PostPaths, PutPaths, SocketPath } from './paths.ts';
import type { ErrorView } from './types.ts';

export class ServerError extends Error {
  constructor(
    readonly status: number,
    readonly view: ErrorView,
  ) {
    super(view.text);
  }
}

/** Raised when the server cannot be reached. */
export class UnreachableError extends Error {}

type Value = string | number | boolean | null | undefined;

interface RequestOptions {
  path?: Record<string, string | number>;
  query?: Record<string, Value | readonly (string | number)[]>;
  body?: unknown;
}

/** Language of the response; default is the Accept-Language header. */
type LanguageOption = { language?: string };

/** The parameters of an operation. */
type Options<Operation> = Omit<Operation, 'query' | 'response'> &
  (Operation extends { query: infer Query }
    ? { query: Query & LanguageOption }
    : Operation extends { query?: infer Query }
      ? { query?: Query & LanguageOption }
      : { query?: LanguageOption });

/** Options that are all optional may be left out. */
type Arguments<Operation> =
  Record<never, never> extends Options<Operation> ? [options?: Options<Operation>] : [options: Options<Operation>];

/** Return the URL of a path with its parameters; null, undefined and "" are omitted. */
export function apiUrl<P extends keyof GetPaths>(path: P, ...[options]: Arguments<GetPaths[P]>): string {
  return urlOf(path, options);
}

/** Return the URL of a WebSocket on this server, in the language of the page. */
export function socketUrl(path: SocketPath, options: Omit<RequestOptions, 'body'> = {}): string {
  const query = { ...options.query, language: language.requested };
  const url = new URL(urlOf(path, { ...options, query }), location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

type Call<Paths extends Record<keyof Paths, { response: unknown }>> = <P extends keyof Paths & string>(
  path: P,
  ...[options]: Arguments<Paths[P]>
) => Promise<Paths[P]['response']>;

const call =
  <Paths extends Record<keyof Paths, { response: unknown }>>(method: string): Call<Paths> =>
  (path, ...[options]) =>
    request(method, path, options);

export const get = call<GetPaths>('GET');
export const post = call<PostPaths>('POST');
export const put = call<PutPaths>('PUT');
export const patch = call<PatchPaths>('PATCH');
export const remove = call<DeletePaths>('DELETE');

/** Post, and return the text of a response that is a file. */
export function postForFile<P extends keyof PostPaths>(
  path: P,
  ...[options]: Arguments<PostPaths[P]>
): Promise<string> {
  return send('POST', path, options);
}

/**
 * Post, and yield the lines of the response as they arrive, parsed as JSON. Aborting the signal closes the connection.
 */
export async function* postForLines<Line>(
  path: keyof PostPaths,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<Line, void> {
  const response = await respond('POST', path, { body }, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield JSON.parse(line) as Line;
    }
  }
}

function urlOf(template: string, { path = {}, query = {} }: RequestOptions = {}): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') {
        search.append(name, String(one));
      }
    }
  }
  return search.size ? `${filled}?${search}` : filled;
}

async function request<Response>(method: string, path: string, options?: RequestOptions): Promise<Response> {
  const text = await send(method, path, options);
  return (text ? JSON.parse(text) : undefined) as Response;
}

async function send(method: string, path: string, options?: RequestOptions): Promise<string> {
  return (await respond(method, path, options)).text();
}

/** Return the response; throw an error with a sentence if the server refuses the request. */
async function respond(
  method: string,
  path: string,
  options: RequestOptions = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { body } = options;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (language.requested) {
    headers['accept-language'] = language.requested;
  }
  if (method !== 'GET') {
    headers['x-csrf-token'] = csrfToken() || (await askForToken());
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
  }
  const response = await reach(urlOf(path, options), {
    method,
    headers,
    signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) {
    throw new ServerError(response.status, readErrorView(response, await response.text()));
  }
  return response;
}

async function reach(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new UnreachableError(t('common.unreachable'), { cause });
  }
}

function readErrorView(response: Response, text: string): ErrorView {
  try {
    const view = JSON.parse(text) as ErrorView;
    if (typeof view.text === 'string') {
      return view;
    }
  } catch {
    // Not JSON, for instance a proxy's error page.
  }
  return { error: 'unknown', text: `${response.status} ${response.statusText}`, line: null, column: null };
}

function csrfToken(): string {
  // The first is that of HTTPS; there, the other one may be left from the same server without HTTPS.
  const found = /(?:^|; )__Secure-parlour_csrf=([^;]*)/.exec(document.cookie);
  return (found ?? /(?:^|; )parlour_csrf=([^;]*)/.exec(document.cookie))?.[1] ?? '';
}

/** Fetch the cookie that holds the token; any response sets it. */
async function askForToken(): Promise<string> {
  await reach('/api/me');
  return csrfToken();
}
