# Reads vectors that hlogen conform export wrote, without any library: prints how many arrays and reverses are right.
use strict;
use warnings;
use JSON::PP;

my ($folder) = @ARGV;

sub content {
    my ($name) = @_;
    open my $file, '<:raw', "$folder/$name" or die "$name: $!";
    local $/;
    return <$file>;
}

# Bytes of an element: less than a byte takes one, complex has two parts.
sub width {
    my ($type) = @_;
    return 2 * width($1) if $type =~ /^complex<(.*)>$/;
    return width($1) if $type =~ /^!quant\.uniform<(\w+)/;
    return $type =~ /^f\d+E/ ? 1 : $type =~ /(\d+)$/ && $1 > 8 ? $1 / 8 : 1;
}

sub array {
    my ($said) = @_;
    my $size = width($said->{element_type});
    $size *= $_ for @{ $said->{shape} };
    my $bytes = content($said->{file});
    die "$said->{file}: not of $size bytes" if length $bytes != $size;
    return $bytes;
}

# The elements in row-major order, where those along the dimensions in %$dims are taken from behind.
sub reversed {
    my ($bytes, $dims, $at, @shape) = @_;
    return $bytes if !@shape;
    my $size = shift @shape;
    my $row = $size ? length($bytes) / $size : 0;
    my @rows = map { reversed(substr($bytes, $_ * $row, $row), $dims, $at + 1, @shape) } 0 .. $size - 1;
    return join '', $dims->{$at} ? reverse @rows : @rows;
}

my $manifest = decode_json(content('manifest.json'));
die 'no vectors' if $manifest->{format} ne 'hlogen-vectors' || $manifest->{version} != 1;
my ($arrays, $reverses) = (0, 0);
for my $case (@{ $manifest->{cases} }) {
    my @arguments = map { array($_) } @{ $case->{arguments} };
    my @expected = map { array($_->{expected}) } grep { $_->{expected} } @{ $case->{checks} };
    $arrays += @arguments + @expected;
    my @operations = content($case->{program}) =~ /= "?(stablehlo\.\w+[^\n]*)/g;
    next if @operations != 1 || @arguments != 1 || $operations[0] !~ /^stablehlo\.reverse .*dims = \[([\d, ]*)\]/;
    my %dims = map { $_ => 1 } split /, /, $1;
    my $said = $case->{arguments}[0];
    my $got = reversed($arguments[0], \%dims, 0, @{ $said->{shape} });
    die "$case->{id}: wrong" if $got ne $expected[0];
    $reverses++;
}
print "$arrays arrays, $reverses reverses\n";
