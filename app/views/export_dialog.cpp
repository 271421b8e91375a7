#include "app/views/views.h"
namespace heed {
void export_dialog(Ui&) {}
} // namespace heed
