/** The links in mails about accounts; what they carry is never sent on by the browser. */

export interface AccountLink {
  kind: "recover" | "confirm";
  key: string;
}

export function accountLink(path: string, hash: string): AccountLink | null {
  const [, kind, key] = /^#(recover|confirm)=([\w-]{8,80})$/.exec(hash) ?? [];
  if (path !== "/account" || !kind || !key) return null;
  return { kind: kind as AccountLink["kind"], key };
}
