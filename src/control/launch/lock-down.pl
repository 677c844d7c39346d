# Locks this process down and then becomes another program. Perl, because every Debian has it and it can make system calls that no
# tool of older systems makes. Every lock must hold or the program does not start.
#
#   perl lock-down.pl PRCTL SECCOMP LOCK... -- PROGRAM ARGUMENT...
#
# PRCTL and SECCOMP are the numbers of these system calls on this processor. LOCK is one of
#   run=PATH        a file that may be executed and read (Landlock)
#   read=PATH       a file or folder that may be read (Landlock)
#   filter=PATH     a seccomp filter as classic BPF
# With any run= or read=, everything else in the file system is out of reach. Source: linux/landlock.h, linux/prctl.h, linux/seccomp.h.

use strict;
use warnings;

use constant {
    PR_SET_PDEATHSIG => 1, PR_SET_NO_NEW_PRIVS => 38, SIGKILL => 9,
    SECCOMP_SET_MODE_FILTER => 1,
    LANDLOCK_CREATE_RULESET => 444, LANDLOCK_ADD_RULE => 445, LANDLOCK_RESTRICT_SELF => 446,
    LANDLOCK_VERSION => 1, LANDLOCK_PATH_BENEATH => 1,
    EXECUTE => 1, READ_FILE => 4, READ_DIR => 8,
    O_PATH => 0x200000,
};

# Rights over files that each version of Landlock added, as the mask of all up to it.
my @FILE_RIGHTS = (0, 0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff);
my $TCP_RIGHTS = 0x3;         # bind, connect; since version 4
my $SCOPES     = 0x3;         # abstract sockets and signals of other processes; since version 6

sub refuse { print STDERR "lock-down: $_[0]\n"; exit 126 }
sub demand { my ($result, $what) = @_; $result >= 0 or refuse("$what: $!"); return $result }

sub contents_of {
    open my $file, '<:raw', $_[0] or refuse("$_[0] cannot be read: $!");
    local $/;
    return scalar <$file>;
}

my ($prctl, $seccomp, @locks) = (0 + shift(@ARGV), 0 + shift(@ARGV));
while (@ARGV && $ARGV[0] ne '--') { push @locks, [split /=/, shift @ARGV, 2] }
shift @ARGV;
@ARGV or refuse('no program is named');

demand(syscall($prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), 'the parent-death signal cannot be set');
demand(syscall($prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 'privileges cannot be given up');

# Read before the file system is out of reach.
my @filters = map { contents_of($_->[1]) } grep { $_->[0] eq 'filter' } @locks;

if (my @files = grep { $_->[0] eq 'run' || $_->[0] eq 'read' } @locks) {
    my $version = demand(syscall(LANDLOCK_CREATE_RULESET, 0, 0, LANDLOCK_VERSION), 'the kernel has no Landlock');
    my $rights = $FILE_RIGHTS[$version > $#FILE_RIGHTS ? $#FILE_RIGHTS : $version];
    my $attributes = pack 'Q', $rights;
    $attributes .= pack 'Q', $TCP_RIGHTS if $version >= 4;
    $attributes .= pack 'Q', $SCOPES     if $version >= 6;
    my $rules = demand(syscall(LANDLOCK_CREATE_RULESET, $attributes, length $attributes, 0), 'Landlock refuses its rules');
    for my $lock (@files) {
        my ($kind, $path) = @$lock;
        sysopen my $handle, $path, O_PATH or refuse("$path cannot be opened: $!");
        my $allowed = READ_FILE | ($kind eq 'run' ? EXECUTE : -d $path ? READ_DIR : 0);
        my $rule = pack 'Q l', $allowed, fileno $handle;
        demand(syscall(LANDLOCK_ADD_RULE, $rules, LANDLOCK_PATH_BENEATH, $rule, 0), "Landlock refuses $path");
    }
    demand(syscall(LANDLOCK_RESTRICT_SELF, $rules, 0), 'Landlock cannot be turned on');
}

for my $filter (@filters) {
    my $program = pack 'S x!8 P', length($filter) / 8, $filter;
    demand(syscall($seccomp, SECCOMP_SET_MODE_FILTER, 0, $program), 'the system call filter cannot be set');
}

exec { $ARGV[0] } @ARGV or refuse("$ARGV[0] cannot be started: $!");
