import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { changeRole, removeMember, useInvites, useMembers, withdrawInvite } from '../api/settings.ts'
import type { Invite, Member, Role } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { INPUT } from '../ui/field.tsx'
import { Badge } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { showToast } from '../ui/toasts.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Block, PageHead, Row, Rows } from './section.tsx'

export function MembersPage() {
  const [inviting, setInviting] = useState(false)
  const [removing, setRemoving] = useState<Member | null>(null)
  return (
    <>
      <PageHead
        title="Members"
        action={
          <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      >
        Members read mail and look after inboxes. Admins also manage keys, webhooks and members. Owners can do
        everything.
      </PageHead>
      <Rows
        label="Members"
        list={useMembers()}
        keyOf={(member) => member.id}
        empty={{ icon: 'inbox', title: 'No members' }}
        row={(member) => <MemberRow member={member} remove={() => setRemoving(member)} />}
      />
      <Block title="Open invitations">
        <Rows
          label="Open invitations"
          list={useInvites()}
          keyOf={(invite) => invite.id}
          empty={{ icon: 'mail', title: 'No open invitation' }}
          row={(invite) => <InviteRow invite={invite} />}
        />
      </Block>
      {inviting && <InviteDialog close={() => setInviting(false)} />}
      {removing && (
        <ConfirmDialog
          title="Remove the member"
          action="Remove"
          confirm={() => removeMember(removing.id)}
          close={() => setRemoving(null)}
        >
          <b className="wrap-anywhere">{removing.email}</b> is signed out everywhere, and sees nothing of this account
          any more.
        </ConfirmDialog>
      )}
    </>
  )
}

const ROLES: readonly Role[] = ['owner', 'admin', 'member']

function MemberRow({ member, remove }: { member: Member; remove: () => void }) {
  const { user } = useSession()
  const isMe = member.id === user.id
  const mayChange = user.role === 'owner' || member.role !== 'owner'
  const change = (role: string) => changeRole(member.id, role).catch((error: Error) => showToast(error.message))
  const choices = ROLES.filter((role) => user.role === 'owner' || role !== 'owner')
  return (
    <Row
      title={
        <>
          <span>{member.email}</span>
          {isMe && <Badge kind="good">you</Badge>}
          {member.totp && <Badge title="Signs in with a second factor">2FA</Badge>}
        </>
      }
      action={
        mayChange ? (
          <div className="flex items-center gap-2">
            <select
              aria-label={`Role of ${member.email}`}
              value={member.role}
              onChange={(event) => change(event.target.value)}
              className={`${INPUT} h-8`}
            >
              {choices.map((role) => (
                <option key={role}>{role}</option>
              ))}
            </select>
            <Button kind="danger" onClick={remove} disabled={isMe} aria-label={`Remove ${member.email}`}>
              Remove
            </Button>
          </div>
        ) : (
          <span className="text-soft">{member.role}</span>
        )
      }
    >
      joined <RelativeTime at={member.created_at} />
    </Row>
  )
}

function InviteRow({ invite }: { invite: Invite }) {
  const withdraw = () => withdrawInvite(invite.id).catch((error: Error) => showToast(error.message))
  return (
    <Row
      title={invite.email ?? 'Anybody with the link'}
      action={
        <Button kind="danger" onClick={withdraw} aria-label={`Withdraw the invitation of ${invite.email ?? 'anybody'}`}>
          Withdraw
        </Button>
      }
    >
      as {invite.role} · ends <RelativeTime at={invite.expires_at} />
    </Row>
  )
}
